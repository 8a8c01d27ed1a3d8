/** `export`: all values of a satisfied resolution, for another program. */
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { RESOLVE } from '../../execute/mode.js';
import type { Resolution } from '../../execute/resolution.js';
import type { Operation } from '../operation.js';
import { foundIn, handOver, release, requireSatisfied, resolve } from '../resolve.js';

export interface Exporting extends Pick<Operation, 'warn'> {
  readonly project: string;
  readonly resolution: Resolution;
}
export interface ExportOptions {
  /** These alone, as far as the scope shows them. */
  readonly only?: readonly string[];
  /** The values of `as_path` secrets are used themselves: their files are removed afterwards. */
  readonly isWithoutFiles?: true;
}

export async function exportAll<T>(
  operation: Operation,
  use: (exporting: Exporting) => Promise<T>,
  { isWithoutFiles }: ExportOptions,
): Promise<T> {
  const resolved = await resolve(operation, RESOLVE);
  const resolution = await requireSatisfied(resolved);
  const result = await handOver(resolution, () => {
    operation.addFacts(foundIn(resolved));
    return use({ project: resolved.linked.project, resolution, warn: (warnings) => operation.warn(warnings) });
  });
  if (isWithoutFiles === true) {
    const left = await release(resolution);
    await operation.warn(left.map((file) => delivery.W1202(file)));
  }
  operation.addFacts({ outcome: 'found' });
  return result;
}

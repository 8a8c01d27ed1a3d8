/** `export`: all values of a satisfied resolution, for another program. */
import { RESOLVE } from '../../execute/mode.js';
import type { Resolution } from '../../execute/resolution.js';
import type { Operation } from '../operation.js';
import { foundIn, handOver, requireSatisfied, resolve } from '../resolve.js';

export interface Exporting extends Pick<Operation, 'warn'> {
  readonly resolution: Resolution;
}

export async function exportAll<T>(operation: Operation, use: (exporting: Exporting) => Promise<T>): Promise<T> {
  const resolved = await resolve(operation, RESOLVE);
  const resolution = await requireSatisfied(resolved);
  const result = await handOver(resolution, () => {
    operation.addFacts(foundIn(resolved));
    return use({ resolution, warn: (warnings) => operation.warn(warnings) });
  });
  operation.addFacts({ outcome: 'found' });
  return result;
}

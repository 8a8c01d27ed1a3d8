/** How a value reaches whoever asked: as it is, or as the path of a temporary file (spec 2.12). */

import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { FileFault } from '../../files/files.js';
import type { Wanted } from '../../link/linked-plan.js';
import type { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import type { Execution } from '../execution.js';
import type { StepFailed } from '../known.js';
import { MAXIMUM_TOGETHER_BYTES } from '../made-room.js';
import type { Delivered } from '../resolution.js';

/** The file of a secret, written when it is first asked for: by a template, or to be delivered. */
export async function pathOf(
  execution: Execution,
  step: Wanted,
  value: SecretValue,
): Promise<{ readonly kind: 'path'; readonly path: string } | StepFailed> {
  const written = execution.paths.get(step.secret);
  if (written !== undefined) return { kind: 'path', path: written };
  try {
    const path = await execution.ports.temporary.write(value, '');
    execution.paths.set(step.secret, path);
    return { kind: 'path', path };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const problem = { secret: nameOf(step), reason: error.problem };
    return { kind: 'failed', diagnostic: delivery.E1201(problem, aboutOf(execution.linked, step, 'as_path')) };
  }
}

/** Writes the files of all found secrets that are delivered as one; failures are among the errors. */
export async function writeFiles(execution: Execution, steps: readonly Wanted[]): Promise<void> {
  for (const step of steps) {
    const known = step.deliver === 'path' ? execution.known.get(step.secret) : undefined;
    if (known?.kind !== 'found' || known.value === null) continue;
    const file = await pathOf(execution, step, known.value);
    if (file.kind === 'failed') execution.errors.push(file.diagnostic);
  }
}

/** The secret with which the values that are not delivered as files are too large together; null where they are not. */
export function firstBeyondLimit({ known }: Execution, steps: readonly Wanted[]): Wanted | null {
  let left = MAXIMUM_TOGETHER_BYTES;
  for (const step of steps) {
    const found = step.deliver === 'value' ? known.get(step.secret) : undefined;
    if (found?.kind === 'found') left -= found.value?.length ?? 0;
    if (left < 0) return step;
  }
  return null;
}

export const WITHHELD: Delivered = { kind: 'withheld' };

/** A found value as its receiver gets it, once the files are written. */
export function delivered({ paths }: Execution, step: Wanted, value: SecretValue): Delivered {
  if (step.deliver === 'value') return { kind: 'value', value };
  const path = paths.get(step.secret);
  return path === undefined ? WITHHELD : { kind: 'path', value, path };
}

/** Takes back the files of an operation that delivers nothing. */
export function withdrawFiles(execution: Execution): void {
  for (const path of execution.paths.values()) execution.ports.temporary.remove(path);
  execution.paths.clear();
}

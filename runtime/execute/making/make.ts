/** The door of making: values that no store has (default, generated, prompted), then composed, derived and checked ones. */

import type { Wanted } from '../../link/linked-plan.js';
import type { Given, Made, Making } from './making.js';
import { supplyMissing } from './supply-missing.js';

/** The values that were given, and all that are made; every secret is known afterwards, or there are errors. */
export async function makeValues(making: Making, given: Given): Promise<Made> {
  const { finish } = making.linked;
  if (given.missing.length + finish.length === 0) return { values: given.values, errors: [], warnings: [] };
  const supplied = await supplyMissing(making, given);
  if (supplied.errors.length > 0 || finish.length === 0) return supplied;
  const { values } = supplied;
  const inputs = { values, stepOf: stepsOf(making.steps) };
  const { finishStep } = await import('./finish.js');
  // Front to back once, so that chains of any length need no more room than short ones.
  for (const step of finish) {
    const finished = await finishStep(making, step, inputs);
    if (finished.kind === 'failed') return { ...supplied, errors: [finished.diagnostic] };
    values.set(step.secret, finished);
  }
  return supplied;
}

/** Steps by name, sorted out when the first one is looked up: most plans never do. */
function stepsOf(steps: readonly Wanted[]): (secret: string) => Wanted | undefined {
  let known: ReadonlyMap<string, Wanted> | null = null;
  return (secret) => {
    known ??= new Map(steps.map((step) => [step.secret, step]));
    return known.get(secret);
  };
}

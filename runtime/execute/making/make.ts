/** The door of making: values that no store has (default, generated, prompted), then composed, derived and checked ones. */

import type { Wanted } from '../../link/linked-plan.js';
import type { Inputs, Making, Produced, StoredValues } from './making.js';
import { supplyMissing } from './supply-missing.js';

/** The values that were given, and all that are made; every secret is known afterwards, or there are errors. */
export async function makeValues(making: Making, given: StoredValues): Promise<Produced> {
  const { finish } = making.linked;
  if (given.missing.length + finish.length === 0) return { values: given.values, errors: [], warnings: [] };
  const { values, wishes } = supplyMissing(making, given);
  const inputs: Inputs = { values, stepOf: stepsOf(making.steps) };
  if (wishes.length > 0) {
    const { makeWished } = await import('./make-wished.js');
    return makeWished(making, given, wishes, inputs);
  }
  if (finish.length === 0) return { values, errors: [], warnings: [] };
  const { finishSteps } = await import('./finish.js');
  const failed = await finishSteps(making, finish, values, inputs);
  return { values, errors: failed === null ? [] : [failed.diagnostic], warnings: [] };
}

/** Steps by name, sorted out when the first one is looked up: most plans never do. */
function stepsOf(steps: readonly Wanted[]): (secret: string) => Wanted | undefined {
  let known: ReadonlyMap<string, Wanted> | null = null;
  return (secret) => {
    known ??= new Map(steps.map((step) => [step.secret, step]));
    return known.get(secret);
  };
}

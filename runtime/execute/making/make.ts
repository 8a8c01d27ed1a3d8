/** The door of making: values that no store has (default, generated, prompted), then composed, derived and checked ones. */

import type { ReadStep, Wanted } from '../../link/linked-plan.js';
import type { Known, Values } from '../known.js';
import type { Made, Making } from './making.js';
import { supplyMissing } from './supply-missing.js';

/** What the stores gave, and the steps that none has a value for. */
export interface Given {
  readonly values: Values;
  readonly missing: readonly ReadStep[];
}

/** The values that were given, and all that are made; every secret is known afterwards, or there are errors. */
export async function makeValues(making: Making, { values: given, missing }: Given): Promise<Made> {
  const { finish } = making.linked;
  if (missing.length === 0 && finish.length === 0) return { values: given, errors: [], warnings: [] };
  const { values: supplied, errors, warnings } = await supplyMissing(making, missing);
  const values = new Map<string, Known>(given);
  for (const [secret, known] of supplied) values.set(secret, known);
  if (errors.length > 0 || finish.length === 0) return { values, errors, warnings };
  const { finishStep } = await import('./finish.js');
  const inputs = { values, stepOf: stepsOf(making.steps) };
  // Front to back once, so that chains of any length need no more room than short ones.
  for (const step of finish) {
    const finished = await finishStep(making, step, inputs);
    if (finished.kind === 'failed') return { values, errors: [finished.diagnostic], warnings };
    values.set(step.secret, finished);
  }
  return { values, errors, warnings };
}

/** Steps by name, sorted out when the first one is looked up: most plans never do. */
function stepsOf(steps: readonly Wanted[]): (secret: string) => Wanted | undefined {
  let known: ReadonlyMap<string, Wanted> | null = null;
  return (secret) => {
    known ??= new Map(steps.map((step) => [step.secret, step]));
    return known.get(secret);
  };
}

/** The steps after the stores: composed, derived and checked, each after all it uses. */

import type { FinishStep } from '../../link/linked-plan.js';
import type { StepFailed, StepResult, ValueState } from '../value-state.js';
import { compose } from './compose-step.js';
import type { Inputs, Making } from './making.js';

/** Adds what the steps come to to the values; the first that fails ends it. Front to back once, so that chains of any length need no more room than short ones. */
export async function finishSteps(
  making: Making,
  steps: readonly FinishStep[],
  values: Map<string, ValueState>,
  { stepOf }: Pick<Inputs, 'stepOf'>,
): Promise<StepFailed | null> {
  const inputs = { values, stepOf };
  for (const step of steps) {
    const finished = await finishStep(making, step, inputs);
    if (finished.kind === 'failed') return finished;
    values.set(step.secret, finished);
  }
  return null;
}

export async function finishStep(making: Making, step: FinishStep, inputs: Inputs): Promise<StepResult> {
  switch (step.kind) {
    case 'compose':
      return compose(making, step, inputs);
    case 'derive':
      return (await import('./derive-step.js')).derive(making, step, inputs);
    case 'check identity':
      return (await import('./check-identity.js')).checkIdentity(making, step, inputs);
  }
}

/** The steps after the stores: composed, derived and checked, each after all it uses. */

import type { FinishStep } from '../../link/linked-plan.js';
import type { Finished } from '../known.js';
import { compose } from './compose-step.js';
import type { Inputs, Making } from './making.js';

export async function finishStep(making: Making, step: FinishStep, inputs: Inputs): Promise<Finished> {
  switch (step.kind) {
    case 'compose':
      return compose(making, step, inputs);
    case 'derive':
      return (await import('./derive-step.js')).derive(making, step, inputs);
    case 'check identity':
      return (await import('./check-identity.js')).checkIdentity(making, step, inputs);
  }
}

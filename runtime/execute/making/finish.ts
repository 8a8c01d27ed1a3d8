/** The steps after the stores: composed, derived and checked, each after all it uses. */

import type { FinishStep } from '../../link/linked-plan.js';
import type { Execution } from '../execution.js';
import type { Finished } from '../known.js';
import { checkIdentity } from './check-identity.js';
import { compose } from './compose-step.js';
import { derive } from './derive-step.js';

/** Goes front to back once, so that chains of any length need no more room than short ones. Stops at the first failure. */
export async function finishSteps(execution: Execution): Promise<void> {
  for (const step of execution.linked.finish) {
    const finished = await finish(execution, step);
    if (finished.kind !== 'failed') execution.known.set(step.secret, finished);
    else execution.errors.push(finished.diagnostic);
    if (finished.kind === 'failed') return;
  }
}

async function finish(execution: Execution, step: FinishStep): Promise<Finished> {
  switch (step.kind) {
    case 'compose':
      return compose(execution, step);
    case 'derive':
      return derive(execution, step);
    case 'check identity':
      return checkIdentity(execution, step);
  }
}

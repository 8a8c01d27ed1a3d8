/** Findings about values that are too large together. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { ComposeStep, Wanted } from '../../link/linked-plan.js';
import { aboutOf, nameOf } from '../about.js';
import type { Execution } from '../execution.js';
import { MAXIMUM_TOGETHER_BYTES } from '../made-room.js';

export function tooMuchComposed(execution: Execution, step: ComposeStep): Diagnostic {
  const problem = { secret: nameOf(step), limitBytes: MAXIMUM_TOGETHER_BYTES };
  return resolution.E1014(problem, aboutOf(execution.linked, step, 'composed'));
}

export function tooMuchToDeliver(execution: Execution, step: Wanted): Diagnostic {
  return resolution.E1015(
    { secret: nameOf(step), limitBytes: MAXIMUM_TOGETHER_BYTES },
    aboutOf(execution.linked, step),
  );
}

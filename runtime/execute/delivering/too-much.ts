/** The finding about values that are too large together to be delivered. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { LinkedPlan, Wanted } from '../../link/linked-plan.js';
import { aboutOf, nameOf } from '../about.js';
import { MAXIMUM_TOGETHER_BYTES } from '../made-room.js';

export function tooMuchToDeliver(linked: LinkedPlan, step: Wanted): Diagnostic {
  return resolution.E1015({ secret: nameOf(step), limitBytes: MAXIMUM_TOGETHER_BYTES }, aboutOf(linked, step));
}

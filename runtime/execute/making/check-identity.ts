/** That a typed identity is what it says, before anything uses it. */

import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { CheckIdentityStep, LinkedPlan } from '../../link/linked-plan.js';
import { aboutOf, nameOf } from '../about.js';
import { type Finished, isPresent } from '../known.js';
import type { Inputs } from './making.js';

/**
 * A missing role makes the identity missing. The checks themselves are not in this version, and an unchecked identity is
 * not handed out.
 */
export function checkIdentity(linked: LinkedPlan, { secret, roles }: CheckIdentityStep, inputs: Inputs): Finished {
  const known = inputs.values.get(secret) ?? { kind: 'missing' };
  if (!Object.values(roles).every((role) => isPresent(inputs.values, role))) return { kind: 'missing' };
  const wanted = inputs.stepOf(secret);
  if (known.kind !== 'found' || known.value === null || wanted === undefined) return known;
  return { kind: 'failed', diagnostic: resolution.E1012({ secret: nameOf(wanted) }, aboutOf(linked, wanted, 'type')) };
}

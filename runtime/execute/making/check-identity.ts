/** That a typed identity is what it says, before anything uses it. */

import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { CheckIdentityStep } from '../../link/linked-plan.js';
import { aboutOf, nameOf } from '../about.js';
import type { Execution } from '../execution.js';
import { type Finished, isPresent } from '../known.js';

/**
 * A missing role makes the identity missing. The checks themselves are not in this version, and an identity that nobody
 * checked is not handed out.
 */
export function checkIdentity(execution: Execution, { secret, roles }: CheckIdentityStep): Finished {
  const known = execution.known.get(secret) ?? { kind: 'missing' };
  if (!Object.values(roles).every((role) => isPresent(execution.known, role))) return { kind: 'missing' };
  const wanted = execution.wanted.get(secret);
  if (known.kind !== 'found' || known.value === null || wanted === undefined) return known;
  return {
    kind: 'failed',
    diagnostic: resolution.E1012({ secret: nameOf(wanted) }, aboutOf(execution.linked, wanted, 'type')),
  };
}

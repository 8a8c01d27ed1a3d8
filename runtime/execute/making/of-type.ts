/** What is handed to the code of secret types. */

import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import { type Named, named } from '#schemas/named.js';
import type { LinkedPlan, Wanted } from '../../link/linked-plan.js';
import type { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import type { StepFailed } from '../value-state.js';
import type { Inputs } from './making.js';

/** semantics 9.5 */
const MOST_CREDENTIAL_BYTES = 1024;

/** The values of the secrets that play the roles of a step; all are known by then. */
export function rolesIn(
  linked: LinkedPlan,
  step: Wanted,
  roles: Named<string>,
  { values, stepOf }: Inputs,
): { readonly kind: 'roles'; readonly roles: Named<SecretValue> } | StepFailed {
  const played: [string, SecretValue][] = [];
  for (const [role, secret] of Object.entries(roles)) {
    const known = values.get(secret);
    if (known?.kind !== 'found' || known.value === null) continue;
    const reason = credentialFault(known.value);
    if (reason !== null) {
      const player = stepOf(secret);
      const problem = { secret: nameOf(step), player: player === undefined ? null : nameOf(player), role, reason };
      return { kind: 'failed', diagnostic: resolution.E1018(problem, aboutOf(linked, step, 'credentials')) };
    }
    played.push([role, known.value]);
  }
  return { kind: 'roles', roles: named(played) };
}

function credentialFault(value: SecretValue): string | null {
  if (value.isEmpty) return 'it is empty';
  if (value.hasNul) return 'it contains a NUL character';
  if (value.revealText() === null) return 'it is not UTF-8 text';
  return value.reveal().length > MOST_CREDENTIAL_BYTES ? `it is longer than ${MOST_CREDENTIAL_BYTES} bytes` : null;
}

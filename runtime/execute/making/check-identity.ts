/** That a typed identity is what it says, before anything uses it. */

import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { CheckIdentityStep, LinkedPlan } from '../../link/linked-plan.js';
import { guarded } from '../../secret-types/guarded.js';
import { secretTypeModule } from '../../secret-types/index.js';
import { failedBecause, type SecretTypeModule } from '../../secret-types/secret-type.js';
import { aboutOf, nameOf } from '../about.js';
import type { MakePorts } from '../ports.js';
import { isPresent, type StepResult } from '../value-state.js';
import type { Inputs } from './making.js';
import { rolesIn } from './of-type.js';

/**
 * A missing role makes the identity missing. One of a type that a later version has added is not handed out unchecked. The
 * code of the type is an argument, for tests.
 */
export async function checkIdentity(
  { linked, ports }: { readonly linked: LinkedPlan; readonly ports: Pick<MakePorts, 'now'> },
  { secret, roles }: CheckIdentityStep,
  inputs: Inputs,
  moduleOf: (type: string) => Promise<SecretTypeModule | null> = secretTypeModule,
): Promise<StepResult> {
  const { values, stepOf } = inputs;
  const known = values.get(secret) ?? { kind: 'missing' };
  if (!Object.values(roles).every((role) => isPresent(values, role))) return { kind: 'missing' };
  const wanted = stepOf(secret);
  if (known.kind !== 'found' || known.value === null || wanted?.type === undefined) return known;
  const { value } = known;
  const given = rolesIn(linked, wanted, roles, inputs);
  if (given.kind === 'failed') return given;
  const check = (await moduleOf(wanted.type))?.check;
  const checked =
    check === undefined
      ? failedBecause('this version cannot check it')
      : await guarded('check', () => check(value, given.roles, ports.now()));
  if (checked.kind === 'sound') return known;
  const { reason, quote = null } = checked;
  const { profile } = linked;
  const problem = { secret: nameOf(wanted), type: wanted.type, reason, profile, remedy: remedyFor(linked, secret) };
  return { kind: 'failed', diagnostic: resolution.E1017(problem, { ...aboutOf(linked, wanted, 'type'), quote }) };
}

function remedyFor({ reads }: LinkedPlan, secret: string): 'generate' | 'store' {
  const isGenerated = reads.find((step) => step.secret === secret)?.whenMissing.kind === 'generate';
  return isGenerated ? 'generate' : 'store';
}

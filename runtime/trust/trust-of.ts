/** What a manifest may do on this machine, what of it the user has approved, and what is new. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { access } from '#schemas/diagnostics/E09-access.js';
import type { Plan } from '#schemas/plan.js';
import { type GrantedPower, type Power, powerKey } from '#schemas/powers/power.js';
import type { Variables } from '../inputs/folders.js';
import { readApproval } from './approval.js';
import { hashOf, powersToApprove } from './powers-hash.js';

export interface Trust {
  /** The real path. */
  readonly manifest: string;
  readonly hash: string;
  readonly powers: readonly GrantedPower[];
  /** Whether something of this manifest was approved before, whatever it was. */
  readonly isKnown: boolean;
  readonly isApproved: boolean;
  readonly added: readonly GrantedPower[];
  readonly removed: readonly Power[];
  /** An approval that cannot be used. */
  readonly warnings: readonly Diagnostic[];
}

export function trustOf(plan: Plan, manifest: string, variables: Variables): Trust {
  const powers = powersToApprove(plan);
  const hash = hashOf(powers.map(({ power }) => power));
  const found = readApproval(variables, manifest);
  const approved = found.kind === 'approval' ? found.approval : null;
  const [has, had] = [keysOf(powers.map(({ power }) => power)), keysOf(approved?.powers ?? [])];
  return {
    manifest,
    hash,
    powers,
    isKnown: approved !== null,
    isApproved: approved?.hash === hash,
    added: powers.filter(({ power }) => !had.has(powerKey(power))),
    removed: (approved?.powers ?? []).filter((power) => !has.has(powerKey(power))),
    warnings: found.kind === 'unusable' ? [access.W0906(found)] : [],
  };
}

function keysOf(powers: readonly Power[]): ReadonlySet<string> {
  return new Set(powers.map(powerKey));
}

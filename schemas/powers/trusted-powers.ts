/** Everything that is approved before a plan is executed (plan-product, "Trust"). */
import { canonicalJson } from '../canonical.js';
import { byName } from '../named.js';
import type { Plan } from '../plan.js';
import { type GrantedPower, type Power, powerIdentity, powerKey } from './power.js';
import { powersOf } from './powers-of.js';
import { type AddressDigest, userStorePowers } from './user-stores.js';

/** Sorted by kind, then by what makes them the same or not. */
export function trustedPowers(plan: Plan, digest: AddressDigest): readonly GrantedPower[] {
  const keyed = [...powersOf(plan), ...userStorePowers(plan, digest)].map(
    (held) => [`${held.power.kind} ${powerKey(held.power)}`, held] as const,
  );
  return keyed.sort(([left], [right]) => byName(left, right)).map(([, held]) => held);
}

/** Equal texts mean the same powers, whatever they are for: what is approved is a hash of it. */
export function powersText(powers: readonly Power[]): string {
  return canonicalJson(powers.map(powerIdentity));
}

/** Which profiles mean the same by every secret, and meet the same stores. */
import { canonicalJson } from '#schemas/canonical.js';
import { holdsIn } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { StoreRows } from '../questions/store-rows.js';
import { Points } from '../simulate/points.js';

/**
 * Equal keys: profiles that only the names of their entries tell apart. A picture of 10,000 secrets in 20 such profiles would
 * imagine every outage 20 times without.
 */
export function profileKeys(plan: Plan, rows: StoreRows): (profile: string) => string {
  const stores = rows.sorted();
  const varying = Object.values(plan.secrets).filter((meanings) => meanings.some((meaning) => meaning.in !== 'all'));
  return (profile) => {
    const points = new Points(plan, profile, rows);
    const ids = stores.map(({ ref }) => points.idOf(ref));
    return canonicalJson([
      own(plan.profiles, profile)?.route ?? null,
      varying.map((meanings) => meanings.findIndex((meaning) => holdsIn(meaning, profile))),
      // A path may have the name of the profile in it, and be that of another store in one profile only.
      ids.map((id) => ids.indexOf(id)),
    ]);
  };
}

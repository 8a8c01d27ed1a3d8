/** The chains of a secret, each with the profiles in which it is used. */
import { profilesOf } from '../meaning.js';
import { own } from '../named.js';
import type { Plan, PlanSecret, StoredSource } from '../plan.js';
import type { PoweredChain } from './chain-powers.js';

/** An empty chain is the user's default store, or that of a secret that is not stored. */
export function chainsOf(plan: Plan, meaning: PlanSecret): readonly (readonly [PoweredChain, readonly string[]])[] {
  const { source } = meaning;
  const profiles = profilesOf(plan, meaning);
  if (source.kind === 'stored' && source.route !== 'profile') return [[source.route, profiles]];
  const chains = new Map<PoweredChain | null, string[]>();
  for (const profile of profiles) {
    const route = own(plan.profiles, profile)?.route ?? null;
    const known = chains.get(route);
    if (known === undefined) chains.set(route, [profile]);
    else known.push(profile);
  }
  return [...chains].map(([route, held]) => [route ?? [], held]);
}

/** Whether values are made and stored in the first store that can be written. */
export function makesValues({ whenMissing }: StoredSource): boolean {
  return whenMissing.kind === 'generate' || whenMissing.kind === 'prompt';
}

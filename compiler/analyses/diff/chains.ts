/** The stores that a profile or secret is read from, in order. An empty chain is the user's default store. */
import { own } from '#schemas/named.js';
import type { Plan, StoredSource, StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { sourcesBehind } from '#schemas/stores/stores-behind.js';
import type { InProfile } from './comparison.js';

export type AskedChain = readonly StoreRef[];

export function profileChain({ plan, profile }: InProfile): AskedChain {
  return own(plan.profiles, profile)?.route ?? [];
}

export function chainOf({ route }: StoredSource, at: InProfile): AskedChain {
  return route === 'profile' ? profileChain(at) : route;
}

/** The chain with the stores of a cached alias instead of the alias. */
export function spreadChain(plan: Plan, chain: AskedChain): AskedChain {
  const stores = projectStores(plan.stores);
  return chain.flatMap((ref) => sourcesBehind(ref, stores));
}

/** The names of the stores of a secret: those in its chain, and those of its cached aliases. */
export function namesAsked(plan: Plan, chain: AskedChain): ReadonlySet<string> {
  return new Set([...chain, ...spreadChain(plan, chain)].flatMap((ref) => (ref.kind === 'uri' ? [] : [ref.name])));
}

/** Whether all the stores are in the plan: the user's default may be any store, and so may a name of the user's configuration. */
export function isKnown(plan: Plan, chain: AskedChain): boolean {
  return (
    chain.length > 0 && spreadChain(plan, chain).every((ref) => ref.kind !== 'open' || descriptorOf(ref.name) !== null)
  );
}

/** Which chain each stored secret is read from: override, its own, its profile's, or the default store (semantics 3.1). */

import { type Named, own } from '#schemas/named.js';
import type { Plan, PlannedStore, StoredSource, StoreRef } from '#schemas/plan.js';
import { storeRefOf } from '#schemas/stores/store-ref.js';
import type { UserConfig } from '#schemas/user-config.js';

/** `default`: the manifest names no store, so the user's default store is used. Null: the user has none either. */
export interface ChosenChain {
  readonly route: readonly StoreRef[] | null;
  readonly by: 'override' | 'manifest' | 'default';
}

export interface Chains {
  /** The chain of this call. */
  chosen(source: StoredSource): ChosenChain;
  /** The chain without the override; a write must not leave an old value in its cache. */
  declared(source: StoredSource): ChosenChain;
}

export function chooseChains(
  plan: Plan,
  profile: string,
  override: string | null,
  user: UserConfig,
  aliases: Named<PlannedStore>,
): Chains {
  const refOf = (spec: string) => storeRefOf(spec, (name) => own(aliases, name) !== undefined);
  const profileChain = own(plan.profiles, profile)?.route ?? null;
  const fallback: ChosenChain = {
    route: user.provider === null ? null : [refOf(user.provider)],
    by: 'default',
  };
  const profiled: ChosenChain = profileChain === null ? fallback : { route: profileChain, by: 'manifest' };
  const declared = ({ route }: StoredSource): ChosenChain =>
    route === 'profile' ? profiled : { route, by: 'manifest' };
  const overriding: ChosenChain | null = override === null ? null : { route: [refOf(override)], by: 'override' };
  return { chosen: (source) => overriding ?? declared(source), declared };
}

/** Which chain each stored secret is read from: override, its own, its profile's, or the default store (semantics 3.1). */

import { type Named, own } from '#schemas/named.js';
import type { Plan, Store, StoredSource, StoreRef } from '#schemas/plan.js';
import { storeRefOf } from '#schemas/stores/store-ref.js';
import type { UserConfig } from '#schemas/user-config.js';

/** `default`: nothing in the manifest names a store. Null: and neither does the user. */
export interface ChosenRoute {
  readonly route: readonly StoreRef[] | null;
  readonly by: 'override' | 'manifest' | 'default';
}

export interface Routes {
  /** The chain of this call. */
  chosen(source: StoredSource): ChosenRoute;
  /** The chain without the override, whose cache a write must not leave behind. */
  declared(source: StoredSource): ChosenRoute;
}

export function chooseRoutes(
  plan: Plan,
  profile: string,
  override: string | null,
  user: UserConfig,
  aliases: Named<Store>,
): Routes {
  const refOf = (spec: string) => storeRefOf(spec, (name) => own(aliases, name) !== undefined);
  const profileRoute = own(plan.profiles, profile)?.route ?? null;
  const fallback: ChosenRoute = {
    route: user.provider === null ? null : [refOf(user.provider)],
    by: 'default',
  };
  const profiled: ChosenRoute = profileRoute === null ? fallback : { route: profileRoute, by: 'manifest' };
  const declared = ({ route }: StoredSource): ChosenRoute =>
    route === 'profile' ? profiled : { route, by: 'manifest' };
  const overriding: ChosenRoute | null = override === null ? null : { route: [refOf(override)], by: 'override' };
  return { chosen: (source) => overriding ?? declared(source), declared };
}

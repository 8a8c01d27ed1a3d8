/** Every entry that a plan may read: for each secret, profile and store of its chain, and for its cache. */
import { own } from '#schemas/named.js';
import type { Plan, StoredSource, StoreRef } from '#schemas/plan.js';
import type { PlanEntry } from '#schemas/plan-entries.js';
import type { OutlineSelection } from '#schemas/plan-outline.js';
import { type EntryBehind, entryAt, entryBehind } from '#schemas/stores/entry-behind.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { PlaceholderValues } from '#schemas/addresses/placeholders.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { chainOf } from './outline/chains.js';
import { select } from './outline/selected.js';
import { shownAddress } from './questions/shown-address.js';

/** By name of the secret, in the plan's order of profiles, then in that of the chain. */
export function planEntries(plan: Plan, selection: OutlineSelection): readonly PlanEntry[] {
  const meanings = [...select(plan, selection).meanings.values()].flat();
  return meanings.flatMap(({ secret, meaning: { source }, profiles }) =>
    source.kind === 'stored' ? profiles.flatMap((profile) => entriesOf(plan, source, secret, profile)) : [],
  );
}

function entriesOf(plan: Plan, source: StoredSource, secret: string, profile: string): readonly PlanEntry[] {
  const stores = projectStores(plan.stores);
  const names = { project: plan.project.name, profile, key: secret };
  const route = source.route === 'profile' ? (own(plan.profiles, profile)?.route ?? null) : source.route;
  const { cached, refs } = chainOf(plan, route, [profile]);
  const cache = cached?.store.cache.store ?? null;
  return [
    ...refs.map((ref) => rowOf(ref, entryBehind(ref, source.naming, names, stores), names, 'value')),
    ...(cache === null
      ? []
      : [rowOf(cache, entryAt(cache, { kind: 'convention', ...names }, names, stores), names, 'cache')]),
  ];
}

function rowOf(ref: StoreRef | null, found: EntryBehind, names: PlaceholderValues, use: PlanEntry['for']): PlanEntry {
  return {
    secret: names.key,
    profile: names.profile,
    for: use,
    store: ref === null ? null : withoutCredentials(ref.kind === 'uri' ? ref.uri : ref.name),
    uri: found.uri === null ? null : withoutCredentials(found.uri.written),
    at: shownAddress(found),
    entry: found.entry?.name ?? null,
  };
}

/** Every entry that a plan may read: for each secret, profile and store of its chain, and for its cache. */
import { own } from '#schemas/named.js';
import type { Naming, Plan, StoredSource, StoreRef } from '#schemas/plan.js';
import type { PlanEntry } from '#schemas/plan-entries.js';
import type { OutlineSelection } from '#schemas/plan-outline.js';
import { coordinatesOf } from '#schemas/addresses/address.js';
import { type EntryBehind, entryBehind } from '#schemas/stores/entry-behind.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { PlaceholderValues } from '#schemas/addresses/placeholders.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { chainOf } from './outline/chains.js';
import { select } from './outline/selected.js';

const CONVENTION: Naming = { kind: 'convention' };

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
  const row = (ref: StoreRef | null, naming: Naming, use: PlanEntry['for']) =>
    rowOf(ref, entryBehind(ref, naming, names, stores), names, use);
  return [
    ...refs.map((ref) => row(ref, source.naming, 'value')),
    ...(cached === null ? [] : [row(cached.store.cache.store, CONVENTION, 'cache')]),
  ];
}

function rowOf(ref: StoreRef | null, found: EntryBehind, names: PlaceholderValues, use: PlanEntry['for']): PlanEntry {
  return {
    secret: names.key,
    profile: names.profile,
    for: use,
    store: ref === null ? null : withoutCredentials(ref.kind === 'uri' ? ref.uri : ref.name),
    uri: found.uri === null ? null : withoutCredentials(found.uri.written),
    at: addressIn(found),
    entry: found.entry?.name ?? null,
  };
}

function addressIn({ at, entry }: EntryBehind): PlanEntry['at'] {
  if (at.kind === 'convention') return entry?.name === at.key ? at.key : `${at.project}/${at.profile}/${at.key}`;
  const coordinates = coordinatesOf(at);
  return coordinates.length === 1 ? at.item : { item: at.item, ...Object.fromEntries(coordinates) };
}

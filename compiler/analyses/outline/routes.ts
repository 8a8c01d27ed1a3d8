/** Which stores a secret is looked for in, and where in each: as much as the plan alone can tell. */
import { canonicalJson } from '#schemas/canonical.js';
import { own } from '#schemas/named.js';
import type { Plan, Route, Store, StoredSource, StoreRef } from '#schemas/plan.js';
import type { CacheHop, Hop, OutlineAddress, OutlineRoute, OutlineStore } from '#schemas/plan-outline.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { addressOf, coordinatesOf } from '#schemas/stores/address.js';
import { conventionText } from '#schemas/stores/convention.js';
import type { PlaceholderValues } from '#schemas/stores/placeholders.js';
import { parseStoreUri } from '#schemas/stores/store-uri.js';
import type { SelectedMeaning } from './selected.js';

/** Stands in addresses for the profile that a call will choose. */
const ANY_PROFILE = '{profile}';

export interface Routes {
  routesOf(selected: SelectedMeaning): readonly OutlineRoute[];
  importOnlyOf(selected: SelectedMeaning): readonly Hop[];
}

/** Made once per plan: which profiles share a route is the same question for every secret. */
export function routesIn(plan: Plan): Routes {
  const keys = new Map(Object.entries(plan.profiles).map(([name, { route }]) => [name, canonicalJson(route)]));
  return {
    routesOf: ({ secret, meaning: { source }, profiles }) => {
      if (source.kind !== 'stored') return [];
      const named = (held: readonly string[]) => ({
        project: plan.project.name,
        profile: profileText(held),
        key: secret,
      });
      if (source.route !== 'profile') return [outlineRoute(plan, source, source.route, named(profiles), null)];
      const parts = partition(profiles, (profile) => keys.get(profile) ?? '');
      return parts.map((held) => {
        const route = own(plan.profiles, held[0] ?? '')?.route ?? null;
        return outlineRoute(plan, source, route, named(held), parts.length === 1 ? null : held);
      });
    },
    importOnlyOf: ({ secret, meaning: { source }, profiles }) => {
      if (source.kind !== 'stored' || source.naming.kind !== 'refs') return [];
      const asked = askedAliases(plan, source, profiles);
      const elsewhere = Object.entries(source.naming.by).filter(([name]) => !asked.has(name));
      const names = { project: plan.project.name, profile: profileText(profiles), key: secret };
      return elsewhere.map(([name]) => hopOf(plan, source, refOf(plan, name), names));
    },
  };
}

/** The store as people know it. */
export function outlineStore(ref: StoreRef): OutlineStore {
  return ref.kind === 'open' ? { ...ref, isProvider: descriptorOf(ref.name) !== null } : ref;
}

/** The URI behind a reference, where the plan knows it: that of an open name only where it is a provider's. */
export function uriOf(plan: Plan, ref: StoreRef): string | null {
  switch (ref.kind) {
    case 'uri':
      return ref.uri;
    case 'open':
      return descriptorOf(ref.name) === null ? null : ref.name;
    case 'alias': {
      const store = own(plan.stores, ref.name);
      return store === undefined || store.kind === 'fallback' ? null : store.uri;
    }
  }
}

function profileText(held: readonly string[]): string {
  const [only] = held;
  return only !== undefined && held.length === 1 ? only : ANY_PROFILE;
}

function refOf(plan: Plan, name: string): StoreRef {
  return own(plan.stores, name) === undefined ? { kind: 'open', name } : { kind: 'alias', name };
}

/** Profiles with equal keys together, in order of their first. */
function partition(profiles: readonly string[], keyOf: (profile: string) => string): readonly (readonly string[])[] {
  const parts = new Map<string, string[]>();
  for (const profile of profiles) {
    const key = keyOf(profile);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [profile]);
    else part.push(profile);
  }
  return [...parts.values()];
}

function outlineRoute(
  plan: Plan,
  source: StoredSource,
  route: Route | null,
  names: PlaceholderValues,
  held: readonly string[] | null,
): OutlineRoute {
  const cached = route === null ? null : cachedStore(plan, route[0]);
  const refs = cached?.store.kind === 'fallback' ? cached.store.route : (route ?? [null]);
  const [first = null] = refs;
  return {
    in: held,
    through: cached?.name ?? null,
    hops: refs.map((ref) => hopOf(plan, source, ref, names)),
    cache: cached === null ? null : cacheHop(plan, cached.store, names),
    keeps: keeps(plan, source, first),
  };
}

type CachedStore = Exclude<Store, { kind: 'leaf' }>;

function cachedStore(plan: Plan, ref: StoreRef): { readonly name: string; readonly store: CachedStore } | null {
  const store = ref.kind === 'alias' ? own(plan.stores, ref.name) : undefined;
  return ref.kind !== 'alias' || store === undefined || store.kind === 'leaf' ? null : { name: ref.name, store };
}

/** Null: the user's default store. */
function hopOf(plan: Plan, source: StoredSource, ref: StoreRef | null, names: PlaceholderValues): Hop {
  const store = ref?.kind === 'alias' ? own(plan.stores, ref.name) : undefined;
  // A cached alias is a way to several stores, so `refs` and templates know nothing of it (spec 2.9).
  const isKey = ref !== null && ref.kind !== 'uri' && (store === undefined || store.kind === 'leaf');
  const alias = isKey ? ref.name : null;
  const template = store?.kind === 'leaf' ? (store.template ?? null) : null;
  const at = addressOf(source.naming, { alias, template }, names);
  const address: OutlineAddress =
    at.kind === 'native'
      ? { kind: 'native', coordinates: coordinatesOf(at) }
      : conventionAddress(ref === null ? null : uriOf(plan, ref), names);
  return { store: ref === null ? { kind: 'default' } : outlineStore(ref), address };
}

/** Cache entries always lie by convention (semantics 10.2). */
function cacheHop(plan: Plan, { cache }: CachedStore, names: PlaceholderValues): CacheHop {
  const address = conventionAddress(uriOf(plan, cache.store), names);
  return { store: outlineStore(cache.store), address, maxAgeSeconds: cache.maxAgeSeconds };
}

function conventionAddress(uri: string | null, names: PlaceholderValues): OutlineAddress {
  return { kind: 'convention', text: conventionText(uri, names) };
}

function keeps(plan: Plan, { whenMissing }: StoredSource, ref: StoreRef | null): boolean | null {
  const spec = ref === null ? null : uriOf(plan, ref);
  const uri = spec === null ? null : parseStoreUri(spec);
  const abilities = uri?.kind === 'uri' ? descriptorOf(uri.scheme)?.abilities(uri) : undefined;
  if (abilities === undefined) return null;
  return whenMissing.kind === 'prompt' ? abilities.keeps.prompted : abilities.keeps.generated;
}

/** Aliases that a resolution in these profiles asks. */
function askedAliases(plan: Plan, source: StoredSource, profiles: readonly string[]): ReadonlySet<string> {
  const routes =
    source.route === 'profile' ? profiles.map((profile) => own(plan.profiles, profile)?.route ?? []) : [source.route];
  const asked = routes.flat().flatMap((ref) => {
    const store = ref.kind === 'alias' ? own(plan.stores, ref.name) : undefined;
    return store?.kind === 'fallback' ? store.route : [ref];
  });
  return new Set(asked.flatMap((ref) => (ref.kind === 'uri' ? [] : [ref.name])));
}

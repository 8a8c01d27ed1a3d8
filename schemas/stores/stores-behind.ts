/** Which stores a reference leads to, through aliases, fallbacks, caches and credentials (spec 2.14). Asked here and nowhere else. */
import type { Named } from '../named.js';
import type {
  Coordinates,
  CredentialSource,
  FallbackStore,
  InlineCacheStore,
  PlannedStore,
  StoreRef,
} from '../plan.js';
import { descriptorOf } from '../providers/index.js';
import type { StoreTable } from './store-table.js';

export type CachedStore = InlineCacheStore | FallbackStore;

export function isCached(store: PlannedStore): store is CachedStore {
  return store.kind !== 'leaf';
}

/** A store that an alias names, and the key path below the alias that names it. */
export interface NamedStore {
  readonly ref: StoreRef;
  readonly path: readonly (string | number)[];
}

/** All that an alias names itself: its address or its fallbacks, where its credentials come from, its cache. */
export function storesNamedBy(store: PlannedStore): readonly NamedStore[] {
  const named: NamedStore[] =
    store.kind === 'fallback'
      ? store.route.map((ref, index) => ({ ref, path: ['fallback', index] }))
      : [
          { ref: { kind: 'uri', uri: store.uri }, path: ['uri'] },
          ...Object.entries(store.credentials).map(([name, source]) => {
            return { ref: source.store, path: ['credentials', name] };
          }),
        ];
  return isCached(store) ? [...named, { ref: store.cache.store, path: ['cache', 'provider'] }] : named;
}

/** The aliases that these references reach, by whatever way. Each alias is looked at once. */
export function aliasesBehind(refs: Iterable<StoreRef>, stores: StoreTable): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...refs];
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    const found = stores.find(ref);
    if (found.kind !== 'store' || found.alias === null || reached.has(found.alias)) continue;
    reached.add(found.alias);
    for (const next of storesNamedBy(found.store)) open.push(next.ref);
  }
  return reached;
}

/** The cached alias that a reference means; null where it means anything else. */
export function cachedBehind(
  ref: StoreRef,
  stores: StoreTable,
): { readonly alias: string; readonly store: CachedStore } | null {
  const found = stores.find(ref);
  if (found.kind !== 'store' || found.alias === null || !isCached(found.store)) return null;
  return { alias: found.alias, store: found.store };
}

/** The stores that are read for a reference, in order: those of a fallback, else the one itself. Caches are not among them. */
export function sourcesBehind(ref: StoreRef, stores: StoreTable): readonly StoreRef[] {
  const cached = cachedBehind(ref, stores);
  return cached?.store.kind === 'fallback' ? cached.store.route : [ref];
}

/** A store that holds values itself. */
export interface Leaf {
  readonly spec: string;
  /** The key that `refs` may have for it; a cached alias is a way to two stores and is none (spec 2.9). */
  readonly alias: string | null;
  readonly template: Coordinates | null;
  readonly credentials: Named<CredentialSource>;
}

/**
 * The store that holds the values of a reference. Null for a fallback, which has several, and for a name that only the
 * user's machine knows. A provider's bare name is taken for the provider; a user's alias of that name would win.
 */
export function leafBehind(ref: StoreRef, stores: StoreTable): Leaf | null {
  const found = stores.find(ref);
  switch (found.kind) {
    case 'no alias':
      return null;
    case 'open':
      return descriptorOf(found.name) === null ? null : { ...BARE, spec: found.name };
    case 'store':
      return leafOf(found.alias, found.store);
  }
}

const BARE = { alias: null, template: null, credentials: {} } as const;

function leafOf(alias: string | null, store: PlannedStore): Leaf | null {
  switch (store.kind) {
    case 'leaf':
      return { spec: store.uri, alias, template: store.template ?? null, credentials: store.credentials };
    case 'inline cache':
      return { ...BARE, spec: store.uri, credentials: store.credentials };
    case 'fallback':
      return null;
  }
}

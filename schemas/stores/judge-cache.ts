/** The rules of cached aliases (spec 2.14). */
import { byName } from '../named.js';
import type { StoreRef } from '../plan.js';
import { descriptorOf, providers } from '../providers/index.js';
import { patternOf } from '../providers/pattern-location.js';
import { withoutCredentials } from './hidden-parts.js';
import { identityText } from './identity.js';
import type { StoreFault } from './judge.js';
import type { PathNames } from './path-placeholders.js';
import { fillPlaceholders } from '../addresses/placeholders.js';
import type { StoreTable } from './store-table.js';
import { parseStoreUri, type StoreUri } from '../addresses/store-uri.js';
import { type CachedStore, cachedBehind, sourcesBehind } from './stores-behind.js';

/**
 * What is wrong with a cached alias: it uses another one, its cache cannot delete, or its cache is one of the stores it
 * caches, for the project in one of the profiles that use it. References that lead nowhere yet, and specs that do not parse, are judged elsewhere.
 */
export function cacheFaults(
  name: string,
  store: CachedStore,
  stores: StoreTable,
  users: readonly PathNames[],
): readonly StoreFault[] {
  const sources = store.kind === 'fallback' ? store.route : [{ kind: 'uri', uri: store.uri } as const];
  const nested = [...sources, store.cache.store].flatMap((ref) => nestedFault(name, ref, stores));
  const cache = leafUri(store.cache.store, stores);
  if (nested.length > 0 || cache === null) return nested;
  const shown = withoutCredentials(cache.written);
  if (!canBeCache(cache)) return [{ kind: 'cache-cannot-delete', shown, able: cacheSchemes() }];
  const uris = sources.flatMap((ref) => leafUri(ref, stores) ?? []);
  const conflicts = users.filter((names) => uris.some((uri) => placeIn(uri, names) === placeIn(cache, names)));
  const [first] = conflicts;
  if (first === undefined) return [];
  const profile = conflicts.length < users.length ? first.profile : null;
  return [{ kind: 'cache-is-authoritative', shown, profile }];
}

/** Equal texts: what one secret has in both by convention is one entry. */
function placeIn(uri: StoreUri, names: PathNames): string {
  const isPattern = descriptorOf(uri.scheme)?.uri.location === 'template';
  if (!isPattern) return identityText(uri, names);
  return `${uri.scheme}://${fillPlaceholders(patternOf(uri), { ...names, key: '{key}' })}`;
}

/** A cached alias is the only entry of its chain. */
export function aloneFaults(route: readonly StoreRef[], stores: StoreTable): readonly StoreFault[] {
  if (route.length < 2) return [];
  return route.flatMap((ref) => {
    const cached = cachedBehind(ref, stores);
    if (cached === null) return [];
    return [{ kind: 'cached-not-alone', name: cached.alias, fallback: specsOf(route, stores) }];
  });
}

/** The stores of a chain as `fallback` names them, each once. */
function specsOf(route: readonly StoreRef[], stores: StoreTable): readonly string[] {
  const specs = route.flatMap((ref) => {
    const cached = cachedBehind(ref, stores);
    if (cached?.store.kind === 'inline cache') return [cached.store.uri];
    return sourcesBehind(ref, stores).map((source) => (source.kind === 'uri' ? source.uri : source.name));
  });
  return [...new Set(specs.map(withoutCredentials))];
}

/** The parsed spec of the one store that holds the values of a reference; null where there are several, or it is not known yet. */
export function leafUri(ref: StoreRef, stores: StoreTable): StoreUri | null {
  const found = stores.find(ref);
  if (found.kind !== 'store' || found.store.kind === 'fallback') return null;
  const uri = parseStoreUri(found.store.uri);
  return uri.kind === 'uri' ? uri : null;
}

function nestedFault(within: string, ref: StoreRef, stores: StoreTable): readonly StoreFault[] {
  const cached = cachedBehind(ref, stores);
  return cached === null ? [] : [{ kind: 'cached-nested', name: cached.alias, within }];
}

/** An external provider may be able to: it is asked when it is opened. */
function canBeCache(uri: StoreUri): boolean {
  const abilities = descriptorOf(uri.scheme)?.abilities(uri);
  return abilities === undefined || (abilities.read && abilities.remove && abilities.write !== 'no');
}

function cacheSchemes(): readonly string[] {
  const able = Object.values(providers).filter(({ available, scheme }) => {
    const uri = parseStoreUri(scheme);
    return available && uri.kind === 'uri' && canBeCache(uri);
  });
  return able.map(({ scheme }) => scheme).sort(byName);
}

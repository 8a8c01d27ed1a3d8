/** References to stores: every one a plan holds, and when two of them mean the same store. */
import { byName } from '#schemas/named.js';
import type { Plan, Route, Store, StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { canonicalSpec } from '#schemas/stores/canonical-spec.js';
import { foldedPath } from '#schemas/stores/folded-path.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { filePathOf, parseStoreUri } from '#schemas/stores/store-uri.js';

/** As changes show a reference. */
export function refText(ref: StoreRef): string {
  return ref.kind === 'uri' ? withoutCredentials(ref.uri) : ref.name;
}

/**
 * Equal texts: the same store, as far as the plan tells. A provider's bare name is taken for the provider, unless it is
 * a name that one of the plans claims.
 */
export function refKey(ref: StoreRef, claimed: ReadonlySet<string>): string {
  switch (ref.kind) {
    case 'alias':
      return `name ${ref.name}`;
    case 'open':
      return claimed.has(ref.name) || descriptorOf(ref.name) === null ? `name ${ref.name}` : specKey(ref.name);
    case 'uri':
      return specKey(ref.uri);
  }
}

/** Equal texts: two spellings of one store, reached the same way. Unlike a store's identity it tells ways to sign in apart. */
export function specKey(spec: string): string {
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') return `text ${spec}`;
  const shape = descriptorOf(uri.scheme)?.uri;
  const isPath = shape?.location === 'file' || shape?.location === 'folder';
  const [spelled = '', ...options] = canonicalSpec(uri).split('?');
  const written = filePathOf(uri) || (shape?.defaultLocation ?? '');
  // Paths are compared as spelled, not as filled in: the same text stays the same store in every profile.
  const location = isPath && filePathOf(uri) !== '' ? spelled.replace(/^[^:]*:(\/\/)?/, '') : written;
  return JSON.stringify([uri.scheme, uri.userinfo, isPath ? foldedPath(location) : location, options.join('?')]);
}

/** All references of a plan, those of routes nobody asks included. */
function* refsIn(plan: Plan): Generator<StoreRef> {
  for (const { route } of Object.values(plan.profiles)) yield* route ?? [];
  for (const route of explicitRoutes(plan)) yield* route;
  for (const store of Object.values(plan.stores)) yield* refsOfStore(store);
}

export function openNamesIn(plan: Plan): ReadonlySet<string> {
  const names = new Set<string>();
  for (const ref of refsIn(plan)) if (ref.kind === 'open') names.add(ref.name);
  return names;
}

/** Aliases that a route of a secret or profile reaches, by way of fallbacks, caches and credentials, too. */
export function reachedAliases(plan: Plan): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [
    ...Object.values(plan.profiles).flatMap(({ route }) => route ?? []),
    ...[...explicitRoutes(plan)].flat(),
  ];
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (ref.kind !== 'alias' || reached.has(ref.name)) continue;
    reached.add(ref.name);
    const store = Object.hasOwn(plan.stores, ref.name) ? plan.stores[ref.name] : undefined;
    if (store !== undefined) open.push(...refsOfStore(store));
  }
  return reached;
}

function* explicitRoutes({ secrets }: Plan): Generator<Route> {
  for (const { source } of Object.values(secrets).flat()) {
    if (source.kind === 'stored' && source.route !== 'profile') yield source.route;
  }
}

function* refsOfStore(store: Store): Generator<StoreRef> {
  if (store.kind !== 'leaf') yield store.cache.store;
  if (store.kind === 'fallback') yield* store.route;
  else for (const name of Object.keys(store.credentials).sort(byName)) yield* credentialRef(store.credentials[name]);
}

function credentialRef(source: { readonly store: StoreRef } | undefined): readonly StoreRef[] {
  return source === undefined ? [] : [source.store];
}

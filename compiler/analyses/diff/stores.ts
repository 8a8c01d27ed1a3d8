/** Aliases of the project: what each means now, each reported once, however many secrets use it. */
import { canonicalJson } from '#schemas/canonical.js';
import { byName, type Named, named, own } from '#schemas/named.js';
import type {
  Cache,
  CredentialSource,
  FallbackStore,
  InlineCacheStore,
  Json,
  LeafStore,
  Plan,
  PlannedStore,
} from '#schemas/plan.js';
import type { Change, ChangeSubject } from '#schemas/plan-change.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { leafBehind, storesNamedBy } from '#schemas/stores/stores-behind.js';
import { coordinatesJson } from './addresses.js';
import { chainChanges, respelled } from './chain-changes.js';
import { addedOrRemoved, differing, everywhere, type FoundChange, found, isEqual } from './changes.js';
import type { Comparison } from './comparison.js';
import { namesInBoth, reachedAliases, refKey, refText } from './references.js';
import { specKey } from './spec-key.js';

export function storeChanges(comparison: Comparison): readonly Change[] {
  const { old: before, new: after } = comparison;
  const isReached = { before: reachedAliases(before), after: reachedAliases(after) };
  const names = [...new Set([...Object.keys(before.stores), ...Object.keys(after.stores)])].sort(byName);
  const finds = names.flatMap((store): readonly FoundChange[] => {
    const [from, to] = [own(before.stores, store), own(after.stores, store)];
    if (from !== undefined && to !== undefined) return oneAlias(comparison, { store }, from, to);
    if (comparison.claimed.has(store) || isNameOfDefault(comparison, store, to ?? from))
      return [
        found(
          to === undefined ? 'store-released' : 'store-claimed',
          { store },
          { from: uriText(from), to: uriText(to) },
        ),
      ];
    // An alias that a chain reaches was added or removed with that chain, where it is reported.
    if (to !== undefined)
      return isReached.after.has(store)
        ? aloneCache(comparison, 'cache-introduced', { store }, to)
        : [found('alias-added', { store }, { to: uriText(to) })];
    if (from === undefined) return [];
    return isReached.before.has(store)
      ? aloneCache(comparison, 'cache-removed', { store }, from)
      : [found('alias-removed', { store }, { from: uriText(from) })];
  });
  return everywhere(finds);
}

/**
 * A user's default store may be named by its provider, as in `keyring`. An alias of that name is then the default store of
 * everybody, though no chain names it.
 */
function isNameOfDefault({ old, new: next }: Comparison, name: string, meant: PlannedStore | undefined): boolean {
  if (descriptorOf(name) === null || meant === undefined) return false;
  const isItself = meant.kind === 'leaf' && specKey(meant.uri) === specKey(name);
  return !isItself && [old, next].every(leavesDefaultStore);
}

function leavesDefaultStore({ profiles }: Plan): boolean {
  return Object.values(profiles).some(({ route }) => route === null);
}

function oneAlias(
  comparison: Comparison,
  subject: ChangeSubject,
  from: PlannedStore,
  to: PlannedStore,
): readonly FoundChange[] {
  if (from.kind === 'fallback' && to.kind === 'fallback') {
    const between = { ...comparison, hasMore: () => true };
    return [...chainChanges(between, subject, from.route, to.route), ...cacheChanges(comparison, subject, from, to)];
  }
  if (from.kind === 'fallback' || to.kind === 'fallback') {
    const caches = from.kind === 'leaf' || to.kind === 'leaf' ? [] : cacheChanges(comparison, subject, from, to);
    return [found('store-moved', subject, { from: uriText(from), to: uriText(to) }), ...caches];
  }
  return [
    ...uriChanges(subject, from.uri, to.uri),
    ...credentialChanges(comparison, subject, from.credentials, to.credentials),
    ...differing('address-moved', subject, { from: templateOf(from), to: templateOf(to) }),
    ...cacheChanges(comparison, subject, from, to),
  ];
}

function uriChanges(subject: ChangeSubject, from: string, to: string): readonly FoundChange[] {
  if (from === to) return [];
  return [
    found(specKey(from) === specKey(to) ? 'store-respelled' : 'store-moved', subject, {
      from: withoutCredentials(from),
      to: withoutCredentials(to),
    }),
  ];
}

function templateOf(store: LeafStore | InlineCacheStore): Json | undefined {
  return store.kind === 'leaf' && store.template !== undefined ? coordinatesJson(store.template) : undefined;
}

/** Of a new or a removed alias, unless one with the same stores is in the other plan: chains show where values come from. */
function aloneCache(
  comparison: Comparison,
  kind: 'cache-introduced' | 'cache-removed',
  subject: ChangeSubject,
  store: PlannedStore,
): readonly FoundChange[] {
  const { old, new: next, claimed } = comparison;
  const [plan, other] = kind === 'cache-introduced' ? [next, old] : [old, next];
  const cache = cacheOf(store);
  // With a whole manifest, everything is new.
  if (cache === undefined || Object.keys(other.profiles).length === 0) return [];
  const meant = (each: PlannedStore, reading: Plan) =>
    canonicalJson(
      storesNamedBy(each).map(({ ref, path }) => [
        String(path[0]),
        refKey(ref, { plan: reading, claimed, kept: NO_NAMES }),
      ]),
    );
  if (Object.values(other.stores).some((each) => meant(each, other) === meant(store, plan))) return [];
  if (kind === 'cache-removed') return [found(kind, subject, { from: cacheJson(cache) })];
  return [found(kind, subject, { to: cacheJson(cache) }, keepsPlainText(comparison, cache) ? 'danger' : undefined)];
}

const NO_NAMES: ReadonlySet<string> = new Set();

function cacheChanges(
  comparison: Comparison,
  subject: ChangeSubject,
  from: PlannedStore,
  to: PlannedStore,
): readonly FoundChange[] {
  const [before, after] = [cacheOf(from), cacheOf(to)];
  if (before === undefined || after === undefined) {
    const sides = { from: before && cacheJson(before), to: after && cacheJson(after) };
    const isPlain = after !== undefined && keepsPlainText(comparison, after);
    return addedOrRemoved({ added: 'cache-introduced', removed: 'cache-removed' }, subject, sides).map((change) =>
      isPlain && change.kind === 'cache-introduced' ? { ...change, severity: 'danger' } : change,
    );
  }
  return [...ageChanges(subject, before, after), ...cacheStoreChanges(comparison, subject, before, after)];
}

/** Values of any store are then also on a disk, where everybody who copies it can read them. */
function keepsPlainText({ new: plan }: Comparison, { store }: Cache): boolean {
  const uri = parseStoreUri(leafBehind(store, projectStores(plan.stores))?.spec ?? '');
  return uri.kind === 'uri' && (descriptorOf(uri.scheme)?.plainText ?? false);
}

function ageChanges(
  subject: ChangeSubject,
  { maxAgeSeconds: from }: Cache,
  { maxAgeSeconds: to }: Cache,
): readonly FoundChange[] {
  return from === to ? [] : [found(to > from ? 'cache-age-raised' : 'cache-age-lowered', subject, { from, to })];
}

function cacheStoreChanges(
  comparison: Comparison,
  subject: ChangeSubject,
  { store: from }: Cache,
  { store: to }: Cache,
): readonly FoundChange[] {
  const { claimed } = comparison;
  const kept = namesInBoth([from], [to]);
  if (refKey(from, { plan: comparison.old, claimed, kept }) === refKey(to, { plan: comparison.new, claimed, kept }))
    return respelled(comparison.claimed, subject, from, to);
  return [found('cache-moved', subject, { from: refText(from), to: refText(to) })];
}

type Credentials = Named<CredentialSource>;

/** Another spelling of the store that a credential comes from is reported as such. */
function credentialChanges(
  comparison: Comparison,
  subject: ChangeSubject,
  before: Credentials,
  after: Credentials,
): readonly FoundChange[] {
  const { claimed } = comparison;
  const refsIn = (credentials: Credentials) => Object.values(credentials).map(({ store }) => store);
  const kept = namesInBoth(refsIn(before), refsIn(after));
  const meant = (credentials: Credentials, plan: Plan) =>
    credentialsJson(credentials, ({ store }) => refKey(store, { plan, claimed, kept }));
  if (!isEqual(meant(before, comparison.old), meant(after, comparison.new))) {
    const told = (credentials: Credentials) => credentialsJson(credentials, (source) => refText(source.store));
    return [found('credentials-changed', subject, { from: told(before), to: told(after) })];
  }
  return Object.keys(before).flatMap((name) =>
    respelled(comparison.claimed, subject, own(before, name)?.store, own(after, name)?.store),
  );
}

function credentialsJson(credentials: Credentials, storeText: (source: CredentialSource) => string): Named<Json> {
  return named(
    Object.entries(credentials).map(([name, source]): [string, Json] => {
      return [
        name,
        { store: storeText(source), ...(source.ref !== undefined && { ref: coordinatesJson(source.ref) }) },
      ];
    }),
  );
}

function cacheOf(store: PlannedStore): Cache | undefined {
  return store.kind === 'leaf' ? undefined : store.cache;
}

function cacheJson({ store, maxAgeSeconds }: Cache): Json {
  return { store: refText(store), maxAgeSeconds };
}

function uriText(store: PlannedStore | undefined): Json | undefined {
  if (store === undefined) return undefined;
  return store.kind === 'fallback' ? fallbackTexts(store) : withoutCredentials(store.uri);
}

function fallbackTexts({ route }: FallbackStore): readonly string[] {
  return route.map(refText);
}

/** Which stores a secret is read from, and its address in each, as far as the plan alone can tell. */
import { canonicalJson } from '#schemas/canonical.js';
import { own } from '#schemas/named.js';
import type { Chain, Naming, Plan, StoredSource, StoreRef } from '#schemas/plan.js';
import type { CacheHop, Hop, OutlineAddress, OutlineChain, OutlineStore, Some } from '#schemas/plan-outline.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { coordinatesOf, writtenFor } from '#schemas/addresses/address.js';
import { conventionText } from '#schemas/stores/convention.js';
import { type EntryBehind, entryBehind } from '#schemas/stores/entry-behind.js';
import type { PlaceholderValues } from '#schemas/addresses/placeholders.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { type CachedStore, cachedBehind, leafBehind, sourcesBehind } from '#schemas/stores/stores-behind.js';
import { canBeWritten } from '#schemas/stores/where-written.js';
import type { SelectedMeaning } from './selected.js';
import { ROWS_SHOWN, some } from './some.js';

/** In addresses, the placeholder of the profile that a call will choose. */
const ANY_PROFILE = '{profile}';
/** The placeholder of the secret's name, if one address is shown for all secrets. */
const ANY_KEY = '{key}';

export interface Chains {
  /** For a stored secret; several if its profiles have stores of their own. */
  chainsOf(selected: SelectedMeaning): readonly ProfileChain[];
  outlinesOf(selected: SelectedMeaning): Some<OutlineChain>;
  importOnlyOf(selected: SelectedMeaning): Some<Hop>;
}

/** The stores used in some profiles, as the plan refers to them; null is the user's default store. */
export interface ProfileChain {
  readonly profiles: readonly string[];
  readonly cached: ReturnType<typeof cachedBehind>;
  readonly refs: readonly (StoreRef | null)[];
}

/**
 * Made once per plan: which profiles share a chain is the same question for every secret, and an outline of 10,000 of
 * them in 20 profiles takes 1.4 times as long if each computes it again.
 */
export function chainsIn(plan: Plan): Chains {
  const keys = new Map(Object.entries(plan.profiles).map(([name, { route }]) => [name, canonicalJson(route)]));
  const known = new WeakMap<readonly string[], readonly ProfileChain[]>();
  const namesIn = namesOnce();
  const chainsOf = ({ meaning: { source }, profiles }: SelectedMeaning): readonly ProfileChain[] => {
    if (source.kind !== 'stored') return [];
    if (source.route !== 'profile') return [chainOf(plan, source.route, profiles)];
    const parts = () => partition(profiles, (profile) => keys.get(profile) ?? '');
    const chains =
      known.get(profiles) ??
      parts().map((held) => chainOf(plan, own(plan.profiles, held[0] ?? '')?.route ?? null, held));
    known.set(profiles, chains);
    return chains;
  };
  return {
    chainsOf,
    outlinesOf: (selected) => {
      const { source } = selected.meaning;
      if (source.kind !== 'stored') return { shown: [], more: 0 };
      const chains = chainsOf(selected);
      return some(chains, ROWS_SHOWN, (chain) => {
        const names = { project: plan.project.name, profile: profileText(chain.profiles), key: selected.secret };
        return outlineChain(plan, source, chain, names, chains.length > 1);
      });
    },
    importOnlyOf: (selected) => {
      const {
        secret,
        meaning: { source },
        profiles,
      } = selected;
      if (source.kind !== 'stored' || source.naming.kind !== 'refs') return { shown: [], more: 0 };
      const asked = chainsOf(selected).map(({ refs }) => namesIn(refs));
      const elsewhere = Object.keys(source.naming.by).filter((name) => !asked.some((names) => names.has(name)));
      const names = { project: plan.project.name, profile: profileText(profiles), key: secret };
      return some(elsewhere, ROWS_SHOWN, (name) => hopOf(plan, source, refOf(plan, name), names));
    },
  };
}

/** The store as shown to people. */
export function outlineStore(ref: StoreRef): OutlineStore {
  return ref.kind === 'open' ? { ...ref, isProvider: descriptorOf(ref.name) !== null } : ref;
}

/** The address of a reference, if the plan has it: that of an open name only if it is a provider. */
export function specOf(plan: Plan, ref: StoreRef): string | null {
  return leafBehind(ref, projectStores(plan.stores))?.spec ?? null;
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

/** `route`: null for the user's default store. */
export function chainOf(plan: Plan, route: Chain | null, profiles: readonly string[]): ProfileChain {
  if (route === null) return { profiles, cached: null, refs: [null] };
  const stores = projectStores(plan.stores);
  // A cached alias is alone in its chain.
  const cached = cachedBehind(route[0], stores);
  // The list itself, not a copy: what many secrets share can be recognized, and thousands of stores are not copied for each of them.
  return { profiles, cached, refs: cached === null ? route : sourcesBehind(route[0], stores) };
}

function outlineChain(
  plan: Plan,
  source: StoredSource,
  { profiles, cached, refs }: ProfileChain,
  names: PlaceholderValues,
  isOneOfSeveral: boolean,
): OutlineChain {
  return {
    in: isOneOfSeveral ? profiles : null,
    through: cached?.alias ?? null,
    hops: some(refs, ROWS_SHOWN, (ref) => hopOf(plan, source, ref, names)),
    cache: cached === null ? null : cacheHop(plan, cached.store, names),
    written: writtenLater(plan, { profiles, cached, refs }),
    keeps: isKept(plan, source, { profiles, cached, refs }),
  };
}

/** Null: the user's default store. */
function hopOf(plan: Plan, source: StoredSource, ref: StoreRef | null, names: PlaceholderValues): Hop {
  const found = entryBehind(ref, source.naming, names, projectStores(plan.stores));
  return {
    store: ref === null ? { kind: 'default' } : outlineStore(ref),
    address: outlineAddress(found, names),
    isUsual: writtenFor(source.naming, found.alias) === null,
  };
}

/** Where a store keeps secrets without coordinates. */
export function usualAddress(plan: Plan, ref: StoreRef | null, profiles: readonly string[]): OutlineAddress {
  const names = { project: plan.project.name, profile: profileText(profiles), key: ANY_KEY };
  return outlineAddress(entryBehind(ref, CONVENTION, names, projectStores(plan.stores)), names);
}

const CONVENTION: Naming = { kind: 'convention' };

function outlineAddress({ at, uri, entry }: EntryBehind, names: PlaceholderValues): OutlineAddress {
  if (at.kind === 'convention') return { kind: 'convention', text: conventionText(uri, names) };
  const isSpelled = entry === null || entry.name === at.item;
  return { kind: 'native', coordinates: coordinatesOf(at), ...(!isSpelled && { entry: entry.name }) };
}

/** Cache entries are always named by convention, whatever the alias has (semantics 10.2). */
function cacheHop(plan: Plan, { cache }: CachedStore, names: PlaceholderValues): CacheHop {
  const { uri } = entryBehind(cache.store, CONVENTION, names, projectStores(plan.stores));
  const address: OutlineAddress = { kind: 'convention', text: conventionText(uri, names) };
  return { store: outlineStore(cache.store), address, isUsual: true, maxAgeSeconds: cache.maxAgeSeconds };
}

/** The store that a value is written to; null is the user's default store, undefined none of the chain. */
export function writtenIn(plan: Plan, { cached, refs }: ProfileChain): StoreRef | null | undefined {
  const stores = projectStores(plan.stores);
  // Thousands of secrets may share a chain of thousands of stores, of which the first is looked at.
  const candidates = cached?.store.kind === 'fallback' ? refs.slice(0, 1) : refs;
  return candidates.find((ref) => ref === null || canBeWritten(ref, stores));
}

/** The same, if it is not the first of the chain, where a reader would look for it. */
export function writtenLater(plan: Plan, chain: ProfileChain): OutlineStore | null {
  const store = writtenIn(plan, chain);
  return store === undefined || store === null || store === chain.refs[0] ? null : outlineStore(store);
}

function isKept(plan: Plan, source: StoredSource, chain: ProfileChain): boolean | null {
  const store = writtenIn(plan, chain);
  return store === undefined ? false : keeps(plan, source, store);
}

/** Whether the store keeps a generated or prompted value; null if the plan cannot tell. */
export function keeps(plan: Plan, { whenMissing }: StoredSource, ref: StoreRef | null): boolean | null {
  const spec = ref === null ? null : specOf(plan, ref);
  const uri = spec === null ? null : parseStoreUri(spec);
  const abilities = uri?.kind === 'uri' ? descriptorOf(uri.scheme)?.abilities(uri) : undefined;
  if (abilities === undefined) return null;
  return whenMissing.kind === 'prompt' ? abilities.keeps.prompted : abilities.keeps.generated;
}

type NamesIn = (refs: readonly (StoreRef | null)[]) => ReadonlySet<string>;

/** The names of aliases, and of what may be one, in lists of stores. A list that many secrets share is looked at once. */
function namesOnce(): NamesIn {
  const known = new WeakMap<readonly (StoreRef | null)[], ReadonlySet<string>>();
  return (refs) => {
    const names =
      known.get(refs) ?? new Set(refs.flatMap((ref) => (ref === null || ref.kind === 'uri' ? [] : [ref.name])));
    known.set(refs, names);
    return names;
  };
}

/** Finding the store that a reference means among aliases. */
import { byName, type Named, own } from '../named.js';
import type { LeafStore, PlannedStore, StoreRef } from '../plan.js';

/** What a reference leads to. */
export type FoundStore =
  | { readonly kind: 'store'; readonly alias: string | null; readonly store: PlannedStore }
  | { readonly kind: 'no alias'; readonly name: string }
  /** A user alias or the name of a provider: decided when linked. */
  | { readonly kind: 'open'; readonly name: string };

/** The aliases of a project or of a call, and what a reference means among them. */
export interface StoreTable {
  /** Their names, sorted. */
  readonly aliases: readonly string[];
  find(ref: StoreRef): FoundStore;
}

/**
 * A project's aliases, as far as the manifest alone shows. Kept for each plan, because analyses ask for it with each
 * secret: the review of a difference between plans of 10,000 secrets in 20 profiles takes 1.7 times as long without.
 */
export function projectStores(aliases: Named<PlannedStore>): StoreTable {
  const known = tables.get(aliases) ?? tableOf(aliases, (name) => ({ kind: 'open', name }));
  tables.set(aliases, known);
  return known;
}
const tables = new WeakMap<Named<PlannedStore>, StoreTable>();

/** All aliases of a call, a project's before the user's; an open name that is not an alias is a spec. */
export function allStores(aliases: Named<PlannedStore>): StoreTable {
  return tableOf(aliases, (name) => ({ kind: 'store', alias: null, store: leaf(name) }));
}

function tableOf(aliases: Named<PlannedStore>, elsewhere: (name: string) => FoundStore): StoreTable {
  const find = (ref: StoreRef): FoundStore => {
    if (ref.kind === 'uri') return { kind: 'store', alias: null, store: leaf(ref.uri) };
    const store = own(aliases, ref.name);
    if (store !== undefined) return { kind: 'store', alias: ref.name, store };
    return ref.kind === 'open' ? elsewhere(ref.name) : { kind: 'no alias', name: ref.name };
  };
  let sorted: readonly string[] | null = null;
  return {
    // Only findings list them.
    get aliases() {
      sorted ??= Object.keys(aliases).sort(byName);
      return sorted;
    },
    find,
  };
}

function leaf(uri: string): LeafStore {
  return { kind: 'leaf', uri, credentials: {} };
}

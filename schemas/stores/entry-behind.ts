/** The entry that a secret has in a store of its chain, as far as the plan tells. */
import type { Naming, StoreRef } from '../plan.js';
import { descriptorOf } from '../providers/index.js';
import { type At, addressOf, coordinatesOf } from '../addresses/address.js';
import { type Entry, entryKey, type ProfileNames } from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreTable } from './store-table.js';
import { parseStoreUri, type StoreUri } from '../addresses/store-uri.js';
import { type Leaf, leafBehind } from './stores-behind.js';

export interface EntryBehind {
  /** The key that `refs` may have for the store; null if it is spelled out. */
  readonly alias: string | null;
  readonly at: At;
  /** Null: the store is known on the user's machine alone. */
  readonly uri: StoreUri | null;
  /** Null: what the store calls it is not known, or it cannot have it. */
  readonly entry: Entry | null;
}

/** `ref`: null is the user's default store. */
export function entryBehind(
  ref: StoreRef | null,
  naming: Naming,
  names: PlaceholderValues,
  stores: StoreTable,
): EntryBehind {
  const { leaf, uri } = ref === null ? NOWHERE : whereBehind(ref, stores);
  // A name that only the user's machine can resolve may be an alias there, and then a key of `refs`.
  const alias = ref?.kind === 'open' ? ref.name : (leaf?.alias ?? null);
  const at = addressOf(naming, { alias, template: leaf?.template ?? null }, names);
  return { alias, at, uri, entry: entryIn(uri, at, names) };
}

/** The entry at an address that holds whatever template the alias has: of a copy in a cache, or of a credential (semantics 10.2, 11). */
export function entryAt(ref: StoreRef, at: At, names: ProfileNames, stores: StoreTable): EntryBehind {
  const { leaf, uri } = whereBehind(ref, stores);
  return { alias: leaf?.alias ?? null, at, uri, entry: entryIn(uri, at, names) };
}

interface LeafAt {
  readonly leaf: Leaf | null;
  readonly uri: StoreUri | null;
}
const NOWHERE: LeafAt = { leaf: null, uri: null };

/** Kept for each reference: the entries of 10,000 secrets of one store take ten times as long without. */
function whereBehind(ref: StoreRef, stores: StoreTable): LeafAt {
  const inTable = found.get(stores) ?? new WeakMap<StoreRef, LeafAt>();
  found.set(stores, inTable);
  const known = inTable.get(ref) ?? lookUp(ref, stores);
  inTable.set(ref, known);
  return known;
}
const found = new WeakMap<StoreTable, WeakMap<StoreRef, LeafAt>>();

function lookUp(ref: StoreRef, stores: StoreTable): LeafAt {
  const leaf = leafBehind(ref, stores);
  const uri = leaf === null ? null : parseStoreUri(leaf.spec);
  return { leaf, uri: uri?.kind === 'uri' ? uri : null };
}

/** What the store calls the entry; null if that is not known, or if it cannot have it. */
export function entryIn(uri: StoreUri | null, at: At, names: ProfileNames): Entry | null {
  const entry = uri === null ? undefined : descriptorOf(uri.scheme)?.entry(at, uri, names);
  return entry?.kind === 'entry' ? entry : null;
}

/** Equal texts mean the same entry of one store. */
export function entryText({ at, entry }: Pick<EntryBehind, 'at' | 'entry'>): string {
  if (entry !== null) return entryKey(entry);
  return at.kind === 'native' ? JSON.stringify(coordinatesOf(at)) : `${at.project}/${at.profile}/${at.key}`;
}

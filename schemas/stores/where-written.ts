/** Where a value of a secret is written, generated values and answers to prompts included. */
import type { StoreRef } from '../plan.js';
import { descriptorOf } from '../providers/index.js';
import type { StoreTable } from './store-table.js';
import { parseStoreUri, type StoreUri } from '../addresses/store-uri.js';
import { cachedBehind, leafBehind, sourcesBehind } from './stores-behind.js';

/** The first store of the chain that can be written at all, as far as its kind shows; of a cached fallback only the first. Null: none. */
export function storeWritten(chain: readonly StoreRef[], stores: StoreTable): StoreRef | null {
  const [only] = chain;
  const isFallback = only !== undefined && cachedBehind(only, stores)?.store.kind === 'fallback';
  const sources = chain.flatMap((ref) => sourcesBehind(ref, stores));
  return (isFallback ? sources.slice(0, 1) : sources).find((ref) => canBeWritten(ref, stores)) ?? null;
}

/** True for a store that only the user's machine knows. */
export function canBeWritten(ref: StoreRef, stores: StoreTable): boolean {
  const uri = parseStoreUri(leafBehind(ref, stores)?.spec ?? '');
  return uri.kind === 'malformed' || acceptsWrites(uri);
}

/** Whether values are written to it by its kind, or written nowhere because it says so: `null` ends the search. */
export function acceptsWrites(uri: StoreUri): boolean {
  const abilities = descriptorOf(uri.scheme)?.abilities(uri);
  return abilities === undefined || abilities.write !== 'no' || !abilities.keeps.generated;
}

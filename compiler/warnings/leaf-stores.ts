/** The stores that hold the values, for a name or a URI of a chain, with their parsed addresses. */
import type { StoreRef } from '#schemas/plan.js';
import { parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import { cachedBehind, type Leaf, leafBehind, sourcesBehind } from '#schemas/stores/stores-behind.js';
import type { BoundProject } from '../tree/effective.js';

export interface ParsedLeaf extends Leaf {
  readonly uri: StoreUri;
}

/** The stores that are read, in their order; none if the name is defined only on the user's machine, or the address is malformed. */
export function leavesBehind(ref: StoreRef, project: BoundProject): readonly ParsedLeaf[] {
  return sourcesBehind(ref, project.table).flatMap((source) => leafOf(source, project));
}

/** The store that keeps copies of values from the sources. */
export function cachesBehind(ref: StoreRef, project: BoundProject): readonly ParsedLeaf[] {
  const cached = cachedBehind(ref, project.table);
  return cached === null ? [] : leafOf(cached.store.cache.store, project);
}

function leafOf(ref: StoreRef, project: BoundProject): readonly ParsedLeaf[] {
  const leaf = leafBehind(ref, project.table);
  const uri = leaf === null ? null : parseStoreUri(leaf.spec);
  return leaf === null || uri?.kind !== 'uri' ? [] : [{ ...leaf, uri }];
}

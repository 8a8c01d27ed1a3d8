/** What powers call a store: another name of an alias does not change what it leads to. */
import { parseStoreUri } from '../addresses/store-uri.js';
import type { StoreRef } from '../plan.js';
import { canonicalSpec } from '../stores/canonical-spec.js';
import { withoutCredentials } from '../stores/hidden-parts.js';
import type { StoreTable } from '../stores/store-table.js';
import { leafBehind } from '../stores/stores-behind.js';
import { shownRef } from './chain-powers.js';

/** The store behind the reference, in its canonical spelling and without credentials; a name that only the machine resolves as it is. */
export function storeMeant(ref: StoreRef, stores: StoreTable): string {
  return withoutCredentials(wholeStore(ref, stores));
}

/** With what is not shown of it: for comparing alone. */
export function wholeStore(ref: StoreRef, stores: StoreTable): string {
  const spec = leafBehind(ref, stores)?.spec ?? shownRef(ref);
  const uri = parseStoreUri(spec);
  return uri.kind === 'malformed' ? spec : canonicalSpec(uri);
}

/** Stores that are files below the manifest's folder: a pull request may contain them, as far as the plan tells. */
import type { Plan, StoreRef } from '#schemas/plan.js';
import { contactsOf } from '#schemas/stores/contacts.js';
import { leadsOutside } from '#schemas/addresses/folded-path.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { leafBehind, sourcesBehind } from '#schemas/stores/stores-behind.js';

export function isInCheckout(ref: StoreRef, plan: Plan): boolean {
  const stores = projectStores(plan.stores);
  return sourcesBehind(ref, stores).some((source) => isFileInside(leafBehind(source, stores)?.spec ?? ''));
}

function isFileInside(spec: string): boolean {
  const uri = parseStoreUri(spec);
  const contacts = uri.kind === 'uri' ? contactsOf(uri) : null;
  return contacts?.some((one) => one.kind === 'file' && one.isStore && !leadsOutside(one.path)) ?? false;
}

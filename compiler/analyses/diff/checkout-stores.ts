/** Stores that are files below the manifest's folder: a pull request may contain them, as far as the plan tells. */
import type { Plan, StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { leadsOutside } from '#schemas/stores/folded-path.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { filePathOf, parseStoreUri } from '#schemas/stores/store-uri.js';
import { leafBehind, sourcesBehind } from '#schemas/stores/stores-behind.js';

export function isInCheckout(ref: StoreRef, plan: Plan): boolean {
  const stores = projectStores(plan.stores);
  return sourcesBehind(ref, stores).some((source) => isFileInside(leafBehind(source, stores)?.spec ?? ''));
}

function isFileInside(spec: string): boolean {
  const uri = parseStoreUri(spec);
  const location = uri.kind === 'uri' ? descriptorOf(uri.scheme)?.uri.location : undefined;
  if (uri.kind !== 'uri' || (location !== 'file' && location !== 'folder')) return false;
  return !leadsOutside(filePathOf(uri));
}

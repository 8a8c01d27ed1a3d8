/** Which missing secret a person may be told to store: one that `set` would not refuse as far as can be told without asking. */

import { descriptorOf } from '#schemas/providers/index.js';
import { parseStoreUri } from '#schemas/stores/store-uri.js';
import type { LinkedPlan, ReadStep } from '../link/linked-plan.js';

/** The first of these names whose value could be stored; null where that helps none of them. */
export function settableAmong(linked: LinkedPlan, names: readonly string[]): string | null {
  return names.find((name) => linked.reads.some((step) => step.secret === name && mayBeSet(linked, step))) ?? null;
}

/** A part of a document is not stored by itself, and the first store of the chain must take values. */
function mayBeSet({ stores }: LinkedPlan, { extract, from }: ReadStep): boolean {
  const store = stores[from[0]?.store ?? -1];
  if (extract !== undefined || store?.kind !== 'store') return false;
  const uri = parseStoreUri(store.uri);
  const abilities = uri.kind === 'uri' ? descriptorOf(store.scheme)?.abilities(uri) : undefined;
  return abilities?.write !== 'no';
}

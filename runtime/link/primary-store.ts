/** What reports and audit call "the provider" (semantics 3.4). */

import { byName } from '#schemas/named.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { StoreBinder } from './bind-stores.js';
import type { FirstStores } from './link-reads.js';
import type { LinkedPlan } from './linked-plan.js';

/**
 * The default store if a secret uses it; else the smallest of the first stores as written; nothing if no
 * secret is stored.
 */
export function primaryStoreOf({ named, fallback }: FirstStores, binder: StoreBinder): LinkedPlan['primaryStore'] {
  if (fallback !== null) return { store: fallback };
  const specs = [...named].map((store) => withoutUserAndQuery(binder.specOf(store)));
  const [smallest] = specs.sort(byName);
  return smallest === undefined ? null : { text: smallest };
}

function withoutUserAndQuery(spec: string): string {
  const location = withoutCredentials(spec).split('?', 1)[0] ?? '';
  return location.replace(/^([^:/]+:(?:\/\/)?)[^/]*@/, '$1');
}

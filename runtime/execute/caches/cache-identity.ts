/** Whether a cache and a store that it caches are one. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { descriptorOf } from '#schemas/providers/index.js';
import type { LinkedPlan, Reading, ReadStep } from '../../link/linked-plan.js';
import type { StoreFacts, Stores } from '../../stores/stores.js';
import { aboutOf } from '../about.js';

/**
 * The errors of caches that are in a store they cache, or whose entry is the one it copies, symbolic links and spelling
 * seen through. Looks at configuration and paths, contacts no server; stores of two families are never one, and a
 * comparison that cannot be made objects to nothing.
 */
export async function cacheConflicts(
  linked: LinkedPlan,
  stores: Stores,
  steps: readonly ReadStep[],
): Promise<readonly Diagnostic[]> {
  const pairs = new Map<string, StorePair>();
  const conflicts: Diagnostic[] = [];
  for (const step of steps) {
    if (step.cache === null) continue;
    for (const source of step.from) {
      const key = `${step.cache.store} ${source.store}`;
      const known = pairs.get(key);
      const pair = known ?? (await compared(linked, stores, step.cache, source));
      const isOne = pair.kind === 'one' || (pair.kind === 'two' && (await isOneEntry(pair, step.cache, source)));
      pairs.set(key, isOne ? ONE : pair);
      if (isOne && known?.kind !== 'one') conflicts.push(conflictOf(linked, stores, step, step.cache, source));
    }
  }
  return conflicts;
}

/** `apart`: no entry of one can be an entry of the other, as far as is known. */
type StorePair =
  | { readonly kind: 'one' | 'apart' }
  | { readonly kind: 'two'; readonly cache: StoreFacts; readonly source: StoreFacts };
const ONE: StorePair = { kind: 'one' };
const APART: StorePair = { kind: 'apart' };

async function compared(linked: LinkedPlan, stores: Stores, cache: Reading, source: Reading): Promise<StorePair> {
  if (cache.store === source.store) return ONE;
  const [ours, theirs] = [linked.stores[cache.store], linked.stores[source.store]];
  if (ours?.kind !== 'store' || theirs?.kind !== 'store') return APART;
  if (familyOf(ours.scheme) !== familyOf(theirs.scheme)) return APART;
  const [cacheStore, sourceStore] = [await stores.open(cache.store), await stores.open(source.store)];
  if (cacheStore.kind === 'closed' || sourceStore.kind === 'closed') return APART;
  const pair = { cache: cacheStore.store, source: sourceStore.store };
  try {
    if ((await identityOf(pair.cache, null)) === (await identityOf(pair.source, null))) return ONE;
  } catch {
    return APART;
  }
  // Two files have no entry in common; two patterns, or a folder in another one, may.
  return descriptorOf(ours.scheme)?.uri.location === 'file' ? APART : { kind: 'two', ...pair };
}

/** Two addresses of one external provider may be one store, which only it can tell. */
async function identityOf(store: StoreFacts, at: Reading['at'] | null): Promise<string> {
  return (await store.toldIdentity?.(at)) ?? store.identity(at);
}

function familyOf(scheme: string): string {
  return descriptorOf(scheme)?.family ?? scheme;
}

async function isOneEntry(pair: StorePair & { kind: 'two' }, cache: Reading, source: Reading): Promise<boolean> {
  try {
    return (await identityOf(pair.cache, cache.at)) === (await identityOf(pair.source, source.at));
  } catch {
    return false;
  }
}

function conflictOf(linked: LinkedPlan, stores: Stores, step: ReadStep, cache: Reading, source: Reading): Diagnostic {
  const problem = { store: stores.called(cache.store), source: stores.called(source.store) };
  return storesIo.E1119(problem, aboutOf(linked, step));
}

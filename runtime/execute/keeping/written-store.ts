/** The store of a chain that writes and removals go to, found to accept one before a person is prompted or anything changes. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { LinkedPlan, Reading, ReadStep } from '../../link/linked-plan.js';
import { judgedChange } from '../../stores/store-words.js';
import type { Open, Stores } from '../../stores/stores.js';
import { cacheConflicts } from '../caches/cache-identity.js';
import type { StoreError } from '../store-error.js';
import { writtenReading } from '../../link/written-reading.js';

/** Where a value of a secret is written to or removed from. */
export interface WrittenStore {
  readonly kind: 'ready';
  readonly step: ReadStep;
  readonly opened: Open;
  readonly reading: Reading;
}

export type NoWrittenStore =
  | { readonly kind: 'closed'; readonly error: StoreError }
  | { readonly kind: 'conflict'; readonly diagnostic: Diagnostic }
  /** `why`: the store's own reason. */
  | { readonly kind: 'refused'; readonly step: ReadStep; readonly store: number; readonly why: string };

/** Contacts no server. */
export async function writtenStoreOf(
  linked: LinkedPlan,
  stores: Stores,
  step: ReadStep,
  action: 'write' | 'remove',
): Promise<WrittenStore | NoWrittenStore> {
  const reading = writtenReading(linked, step);
  if (reading === undefined) throw new Error('a step of the linked plan names no store');
  const { store, at } = reading;
  const opened = await stores.open(store);
  if (opened.kind === 'closed') return { kind: 'closed', error: { step, store, failure: opened.failure } };
  const [conflict] = await cacheConflicts(linked, stores, [step]);
  if (conflict !== undefined) return { kind: 'conflict', diagnostic: conflict };
  const judged = await judgedChange(opened, at, action);
  if (judged.kind === 'failed') return { kind: 'closed', error: { step, store, failure: judged.failure } };
  const { why } = judged;
  return why === null ? { kind: 'ready', step, opened, reading } : { kind: 'refused', step, store, why };
}

/** Where a value of a secret is written, also a generated one and the answer to a prompt (semantics 6.6, 9.2 and 6.16). */
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { acceptsWrites } from '#schemas/stores/where-written.js';
import type { LinkedPlan, LinkedStore, Reading, ReadStep } from './linked-plan.js';

/**
 * The first store of the chain that can be written by its kind; behind a cache only the first store. If none can be, the first,
 * which says why it refuses. Undefined only for a chain without a store.
 */
export function writtenReading({ stores }: LinkedPlan, { from, cache }: ReadStep): Reading | undefined {
  const [first] = from;
  return cache === null ? (from.find(({ store }) => isWritten(stores[store])) ?? first) : first;
}

function isWritten(store: LinkedStore | undefined): boolean {
  if (store?.kind !== 'store') return true;
  const uri = parseStoreUri(store.uri);
  return uri.kind === 'malformed' || acceptsWrites(uri);
}

/** The same for these secrets, or for all that the plan reads: what a call that stores or removes their values asks for. */
export function writtenReadings(linked: LinkedPlan, secrets: readonly string[] | null): readonly Reading[] {
  const wanted = secrets === null ? null : new Set(secrets);
  const steps = linked.reads.filter(({ secret }) => wanted === null || wanted.has(secret));
  return steps.flatMap((step) => writtenReading(linked, step) ?? []);
}

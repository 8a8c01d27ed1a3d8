/** Caches after a write: what they hold of the secret is renewed or removed (semantics 10.4). */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { LinkedPlan, Reading, ReadStep } from '../../link/linked-plan.js';
import type { Answer } from '../../providers/provider.js';
import type { SecretValue } from '../../values/secret-value.js';
import { type EntryIdentity, judgeEntry } from '../caches/cache-entry.js';
import type { CacheError, EntryAt, Refresh } from '../caches/cache-work.js';
import { entryIdentities } from '../caches/fingerprint.js';
import type { KeepPorts } from '../ports.js';
import { refreshEntries, uncachedWarnings, unremovedWarning } from './cache-writes.js';
import { dropEntries, heldEntries } from './drop-entries.js';

/** A value that its own store has just taken. */
export interface Written {
  readonly step: ReadStep;
  /** As it is stored. */
  readonly value: SecretValue;
}

/** The entry of a secret, for a write or a removal that has happened. */
export interface StepEntry extends EntryAt {
  readonly step: ReadStep;
}
interface WrittenEntry extends Written, StepEntry {}

/**
 * The entry of a cached chain is renewed; one that an override bypasses is removed. Entries of others, and values that
 * were not written by a cache, are left alone. Gives the warnings.
 */
export async function followWrites(
  linked: LinkedPlan,
  ports: KeepPorts,
  written: readonly Written[],
): Promise<readonly Diagnostic[]> {
  const bypassed = entriesOf(written, ({ bypassedCache }) => bypassedCache);
  const cached = entriesOf(written, ({ cache }) => cache);
  const unremoved = await removeOutdated(linked, ports, bypassed);
  return [...unremoved, ...(await renew(linked, ports, cached))];
}

function entriesOf(
  written: readonly Written[],
  readingOf: (step: ReadStep) => Reading | null,
): readonly WrittenEntry[] {
  return written.flatMap(({ step, value }) => {
    const reading = readingOf(step);
    return reading === null ? [] : [{ step, value, secret: step.secret, reading }];
  });
}

async function renew(
  linked: LinkedPlan,
  ports: KeepPorts,
  entries: readonly WrittenEntry[],
): Promise<readonly Diagnostic[]> {
  if (entries.length === 0) return [];
  const steps = entries.map(({ step }) => step);
  const identities = await entryIdentities(linked, ports.stores, steps);
  const errors: CacheError[] = [];
  const refreshes: Refresh[] = [];
  for (const [entry, answer] of await heldEntries(ports.stores, entries)) {
    const { step, value, reading } = entry;
    const isOurs = mayReplace(answer, identities.get(step.secret), ports.now());
    if (isOurs) refreshes.push({ step, value, isSuperseding: answer.kind !== 'absent' });
    else errors.push({ step, store: reading.store, problem: 'the entry was not written by this tool', quote: null });
  }
  return [...uncachedWarnings(ports.stores, errors), ...(await refreshEntries(ports, refreshes, identities))];
}

/** Those of others stay; W1104 for each that may still serve an old value. */
export async function removeOutdated(
  linked: LinkedPlan,
  ports: KeepPorts,
  entries: readonly StepEntry[],
): Promise<readonly Diagnostic[]> {
  const dropped = await dropEntries(linked, ports, entries);
  return entries.flatMap((entry) => {
    const isLeft = dropped.get(entry)?.kind === 'failed';
    return isLeft ? [unremovedWarning(ports.stores, entry.step, entry.reading.store)] : [];
  });
}

/** An entry that cannot be read counts as ours: replacing it is tried (semantics 10.3). */
function mayReplace(answer: Answer, identity: EntryIdentity | undefined, now: Date): boolean {
  if (identity === undefined) return false;
  if (answer.kind !== 'found') return true;
  const { kind } = judgeEntry(answer.value, identity, now);
  return kind !== 'foreign' && kind !== 'unmarked';
}

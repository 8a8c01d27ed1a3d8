/** Caches after a write: what they hold of the secret is renewed or removed (semantics 10.4). */

import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { Reading, ReadStep } from '../../link/linked-plan.js';
import type { Answer } from '../../providers/provider.js';
import type { SecretValue } from '../../values/secret-value.js';
import { nameOf } from '../about.js';
import { type EntryIdentity, judgeEntry } from '../caches/cache-entry.js';
import { entryIdentities } from '../caches/cache-identity.js';
import type { Execution } from '../execution.js';
import { byStore } from './by-store.js';
import { type CacheTrouble, type Refresh, refreshEntries, removeEntries, warnOfUncached } from './cache-writes.js';

/** A value that its own store has just taken. */
export interface Written {
  readonly step: ReadStep;
  /** As it lies in the store. */
  readonly value: SecretValue;
}

/** The entry of a secret, for a write that has happened. */
interface Entry extends Written {
  readonly secret: string;
  readonly reading: Reading;
}

/**
 * The entry of a cached route is renewed; one that an override went past is removed. Entries of others, and values that
 * no cache wrote, are left alone.
 */
export async function followWrites(execution: Execution, written: readonly Written[]): Promise<void> {
  await removeBypassed(
    execution,
    entriesOf(written, ({ bypassedCache }) => bypassedCache),
  );
  await renew(
    execution,
    entriesOf(written, ({ cache }) => cache),
  );
}

function entriesOf(written: readonly Written[], readingOf: (step: ReadStep) => Reading | null): readonly Entry[] {
  return written.flatMap(({ step, value }) => {
    const reading = readingOf(step);
    return reading === null ? [] : [{ step, value, secret: step.secret, reading }];
  });
}

async function renew(execution: Execution, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const steps = entries.map(({ step }) => step);
  const identities = await entryIdentities(execution, steps);
  const troubles: CacheTrouble[] = [];
  const refreshes: Refresh[] = [];
  for (const [entry, answer] of await present(execution, entries)) {
    const { step, value, reading } = entry;
    const isOurs = mayReplace(answer, identities.get(step.secret), execution.ports.now());
    if (isOurs) refreshes.push({ step, value, isSuperseding: answer.kind !== 'absent' });
    else troubles.push({ step, store: reading.store, problem: 'the entry was not written by this tool', quote: null });
  }
  warnOfUncached(execution, troubles);
  await refreshEntries(execution, refreshes, identities);
}

async function removeBypassed(execution: Execution, entries: readonly Entry[]): Promise<void> {
  const { project, profile } = execution.linked;
  // By which route an entry came does not matter for its removal, only whose it is.
  const owner: EntryIdentity = { project, profile, maxAgeSeconds: 0, fingerprint: '' };
  const found = await present(execution, entries);
  const ours = found.filter(
    ([, answer]) => answer.kind !== 'absent' && mayReplace(answer, owner, execution.ports.now()),
  );
  const failed = new Set(
    await removeEntries(
      execution,
      ours.map(([entry]) => entry),
    ),
  );
  for (const [{ step, reading }] of ours) {
    if (!failed.has(step.secret)) continue;
    const problem = { store: execution.stores.written(reading.store), secret: nameOf(step) };
    execution.warnings.push(storesIo.W1104(problem));
  }
}

/** What lies in the caches, one batch per store. */
async function present(
  execution: Execution,
  entries: readonly Entry[],
): Promise<readonly (readonly [Entry, Answer])[]> {
  const found: (readonly [Entry, Answer])[] = [];
  for (const [store, together] of byStore(entries, ({ reading }) => reading.store)) {
    const addresses = together.map(({ reading }) => reading.at);
    const answers = await execution.stores.read(store, addresses);
    for (const [index, entry] of together.entries()) found.push([entry, answers[index] ?? { kind: 'absent' }]);
  }
  return found;
}

/** An entry that cannot be read counts as ours: replacing it is tried (semantics 10.3). */
function mayReplace(answer: Answer, identity: EntryIdentity | undefined, now: Date): boolean {
  if (identity === undefined) return false;
  if (answer.kind !== 'found') return true;
  const { kind } = judgeEntry(answer.value, identity, now);
  return kind !== 'foreign' && kind !== 'unmarked';
}

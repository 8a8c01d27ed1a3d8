/** Entries of caches that are to go. Whose they are is read first: those of others stay (semantics 10.3). */

import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Answer, RemoveAnswer } from '../../providers/provider.js';
import type { Stores } from '../../stores/stores.js';
import { type EntryIdentity, judgeEntry } from '../caches/cache-entry.js';
import type { EntryAt } from '../caches/cache-work.js';
import type { KeepPorts } from '../ports.js';
import { byStore } from './by-store.js';
import { removeEntries } from './cache-writes.js';

export type Dropped =
  | RemoveAnswer
  /** Another project's or profile's, and not expired. */
  | { readonly kind: 'foreign'; readonly project: string; readonly profile: string }
  /** Not written by a cache. */
  | { readonly kind: 'unmarked' };

/** One result per entry. An entry that cannot be read counts as ours: its removal is tried. */
export async function dropEntries<Entry extends EntryAt>(
  { project, profile }: Pick<LinkedPlan, 'project' | 'profile'>,
  ports: KeepPorts,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Entry, Dropped>> {
  const ours: Entry[] = [];
  const dropped = new Map<Entry, Dropped>();
  // The chain of an entry is irrelevant for its removal; only its owner is relevant.
  const owner: EntryIdentity = { project, profile, maxAgeSeconds: 0, fingerprint: '' };
  for (const [entry, answer] of await heldEntries(ports.stores, entries)) {
    const kept = keptBecause(answer, owner, ports.now());
    if (kept === null) ours.push(entry);
    else dropped.set(entry, kept);
  }
  for (const [entry, answer] of await removeEntries(ports, ours)) dropped.set(entry, answer);
  return dropped;
}

/** What the caches hold, one batch per store. */
export async function heldEntries<Entry extends EntryAt>(
  stores: Stores,
  entries: readonly Entry[],
): Promise<readonly (readonly [Entry, Answer])[]> {
  const found: (readonly [Entry, Answer])[] = [];
  for (const [store, together] of byStore(entries, ({ reading }) => reading.store)) {
    const addresses = together.map(({ reading }) => reading.at);
    const answers = await stores.read(store, addresses, 'caching');
    for (const [index, entry] of together.entries()) found.push([entry, answers[index] ?? { kind: 'absent' }]);
  }
  return found;
}

/** Why an entry is not removed; null if it is ours. */
function keptBecause(answer: Answer, owner: EntryIdentity, now: Date): Dropped | null {
  if (answer.kind === 'absent') return answer;
  if (answer.kind === 'failed') return null;
  const verdict = judgeEntry(answer.value, owner, now);
  return verdict.kind === 'foreign' || verdict.kind === 'unmarked' ? verdict : null;
}

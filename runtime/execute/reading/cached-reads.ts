/** Cached aliases while secrets are read: which entries serve, which are removed, which are written anew (semantics 10.3). */

import type { Reading, ReadStep } from '../../link/linked-plan.js';
import type { Answer } from '../../providers/provider.js';
import { type EntryIdentity, type EntryVerdict, judgeEntry } from '../caches/cache-entry.js';
import { cacheConflicts, entryIdentities } from '../caches/cache-identity.js';
import type { Execution } from '../execution.js';
import {
  type CacheTrouble,
  type Refresh,
  refreshEntries,
  removeEntries,
  warnOfPassedBy,
} from '../keeping/cache-writes.js';

/** A stored representation and where it was; `reading` is the cache's own where that answered. */
export interface Found {
  readonly reading: Reading;
  readonly answer: Extract<Answer, { kind: 'found' }>;
}

/** What lay in the cache instead of a value that serves. `superseded`: ours to replace or remove. */
type Finding = 'absent' | 'superseded' | 'untouchable';

/** The caches of all reads. Where cache and cached store are one, that is among the errors. */
export async function prepareCachedReads(execution: Execution): Promise<CachedReads> {
  const { reads } = execution.linked;
  execution.errors.push(...(await cacheConflicts(execution, reads)));
  return new CachedReads(execution, await entryIdentities(execution, reads));
}

/** The caches during the reads of one operation. No failure of a cache fails a read. */
export class CachedReads {
  readonly #execution: Execution;
  readonly #identities: ReadonlyMap<string, EntryIdentity>;
  readonly #findings = new Map<string, Finding>();
  readonly #passedBy: CacheTrouble[] = [];
  readonly #now: Date;

  constructor(execution: Execution, identities: ReadonlyMap<string, EntryIdentity>) {
    this.#execution = execution;
    this.#identities = identities;
    this.#now = execution.ports.now();
  }

  /** The value that the cache serves; null sends the secret to its own stores. */
  answered(step: ReadStep, reading: Reading, answer: Answer): Found | null {
    if (answer.kind === 'failed') {
      this.#passBy(step, reading, 'untouchable', 'it could not be read', answer.failure.detail);
      return null;
    }
    if (answer.kind === 'absent') {
      this.#findings.set(step.secret, 'absent');
      return null;
    }
    const identity = this.#identities.get(step.secret);
    if (identity === undefined) return null;
    const verdict = judgeEntry(answer.value, identity, this.#now);
    if (verdict.kind === 'fresh') return { reading, answer: { kind: 'found', value: verdict.value } };
    const { finding, problem } = unfit(verdict);
    if (problem !== null) this.#passBy(step, reading, finding, problem);
    else this.#findings.set(step.secret, finding);
    return null;
  }

  #passBy(step: ReadStep, { store }: Reading, finding: Finding, problem: string, quote: string | null = null): void {
    this.#findings.set(step.secret, finding);
    this.#passedBy.push({ step, store, problem, quote });
  }

  /** After the reads: keeps what the secrets' own stores gave, and removes what no longer serves. */
  async settle(walks: readonly { readonly step: ReadStep; readonly found: Found | null }[]): Promise<void> {
    warnOfPassedBy(this.#execution, this.#passedBy);
    const refreshes: Refresh[] = [];
    const evicted: ReadStep[] = [];
    for (const { step, found } of walks) {
      const finding = step.cache && this.#findings.get(step.secret);
      if (finding === null || finding === undefined || finding === 'untouchable') continue;
      const isSuperseding = finding === 'superseded';
      if (found !== null && this.#execution.mode.values) refreshes.push({ step, ...found.answer, isSuperseding });
      else if (isSuperseding) evicted.push(step);
    }
    await removeEntries(
      this.#execution,
      evicted.flatMap(({ secret, cache }) => (cache === null ? [] : [{ secret, reading: cache }])),
    );
    await refreshEntries(this.#execution, refreshes, this.#identities);
  }
}

/** What becomes of an entry that does not serve, and what is reported of it: nothing where it is only too old. */
function unfit(verdict: Exclude<EntryVerdict, { kind: 'fresh' }>): { finding: Finding; problem: string | null } {
  switch (verdict.kind) {
    case 'stale':
    case 'expired':
      return { finding: 'superseded', problem: null };
    case 'damaged':
      return { finding: 'superseded', problem: 'its entry is damaged' };
    case 'unmarked':
      return { finding: 'untouchable', problem: 'it contains a value that was not written by a cache' };
    case 'foreign': {
      const owner = `project \`${verdict.project}\`, profile \`${verdict.profile}\``;
      return { finding: 'untouchable', problem: `its entry belongs to ${owner}` };
    }
  }
}

/** Cached aliases while secrets are read: which entries serve, which are removed, which are written anew (semantics 10.3). */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { LinkedPlan, Reading, ReadStep } from '../../link/linked-plan.js';
import type { Answer } from '../../providers/provider.js';
import type { Stores } from '../../stores/stores.js';
import { type EntryIdentity, type EntryVerdict, judgeEntry } from '../caches/cache-entry.js';
import { cacheConflicts } from '../caches/cache-identity.js';
import type { CacheError, CacheWork, EntryAt, Refresh } from '../caches/cache-work.js';
import type { StoredFacts } from '../value-state.js';
import { entryIdentities } from '../caches/fingerprint.js';

/** A stored representation and where it was; `reading` is the cache's own where that answered. */
export interface CachedRead {
  readonly reading: Reading;
  readonly answer: Extract<Answer, { kind: 'found' }> & Pick<StoredFacts, 'refreshAt'>;
}

/** What the cache had instead of a value that serves. `superseded`: ours to replace or remove. */
type Finding = 'absent' | 'superseded' | 'untouchable';

/** `keepsValues`: what is read from the secrets' own stores may be written to their caches. */
export interface CachePolicy {
  readonly keepsValues: boolean;
  readonly now: () => Date;
}

/** The caches of all reads. `conflicts`: a cache and a store that it caches are one. */
export async function prepareCachedReads(
  linked: LinkedPlan,
  stores: Stores,
  policy: CachePolicy,
): Promise<CachedReads | { readonly conflicts: readonly Diagnostic[] }> {
  const conflicts = await cacheConflicts(linked, stores, linked.reads);
  if (conflicts.length > 0) return { conflicts };
  return new CachedReads(await entryIdentities(linked, stores, linked.reads), policy);
}

/** The caches during the reads of one operation. No failure of a cache fails a read. */
export class CachedReads {
  readonly #identities: ReadonlyMap<string, EntryIdentity>;
  readonly #keepsValues: boolean;
  readonly #now: Date;
  readonly #findings = new Map<string, Finding>();
  readonly #passedBy: CacheError[] = [];

  constructor(identities: ReadonlyMap<string, EntryIdentity>, { keepsValues, now }: CachePolicy) {
    this.#identities = identities;
    this.#keepsValues = keepsValues;
    this.#now = now();
  }

  /** The value that the cache serves; null sends the secret to its own stores. */
  answered(step: ReadStep, reading: Reading, answer: Answer): CachedRead | null {
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
    if (verdict.kind === 'fresh') return { reading, answer: { kind: 'found', value: verdict.value, ...verdict.facts } };
    const { finding, problem } = unfit(verdict);
    if (problem !== null) this.#passBy(step, reading, finding, problem);
    else this.#findings.set(step.secret, finding);
    return null;
  }

  #passBy(step: ReadStep, { store }: Reading, finding: Finding, problem: string, quote: string | null = null): void {
    this.#findings.set(step.secret, finding);
    this.#passedBy.push({ step, store, problem, quote });
  }

  /** After the reads: what caches are to keep of what the secrets' own stores gave, and what no longer serves; null: nothing. */
  work(walks: readonly { readonly step: ReadStep; readonly found: CachedRead | null }[]): CacheWork | null {
    const refreshes: Refresh[] = [];
    const outdated: EntryAt[] = [];
    for (const { step, found } of walks) {
      const finding = step.cache && this.#findings.get(step.secret);
      if (step.cache === null || finding === undefined || finding === 'untouchable') continue;
      const isSuperseding = finding === 'superseded';
      if (found !== null && this.#keepsValues) refreshes.push({ step, ...found.answer, isSuperseding });
      else if (isSuperseding) outdated.push({ secret: step.secret, reading: step.cache });
    }
    const passedBy = this.#passedBy;
    if (passedBy.length + outdated.length + refreshes.length === 0) return null;
    return { passedBy, outdated, refreshes, identities: this.#identities };
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

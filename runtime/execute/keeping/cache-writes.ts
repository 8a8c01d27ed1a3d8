/** What is written to caches and removed from them. Nothing here fails an operation: what goes wrong is a warning. */

import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { Reading, ReadStep } from '../../link/linked-plan.js';
import type { WriteAnswer, WriteEntry } from '../../providers/provider.js';
import type { SecretValue } from '../../values/secret-value.js';
import { nameOf } from '../about.js';
import { type EntryIdentity, newEntry, type ValueFacts } from '../caches/cache-entry.js';
import type { Execution } from '../execution.js';
import { byStore } from './by-store.js';

/** A stored representation that its own store gave or took. `isSuperseding`: an older entry lies in the cache. */
export interface Refresh extends ValueFacts {
  readonly step: ReadStep;
  readonly value: SecretValue;
  readonly isSuperseding: boolean;
}

/** An entry of a cache, by the secret it belongs to. */
export interface EntryAt {
  readonly secret: string;
  readonly reading: Reading;
}

/** A cache that did not do its part, and why; `quote` is the store's own text. */
export interface CacheTrouble {
  readonly step: ReadStep;
  readonly store: number;
  readonly problem: string;
  readonly quote: string | null;
}

/** One warning for each cache and cause, naming all its secrets. */
export function warnOfPassedBy(execution: Execution, troubles: readonly CacheTrouble[]): void {
  for (const { first, steps } of byCause(troubles)) {
    const p = { store: execution.stores.written(first.store), secrets: steps.map(nameOf), problem: first.problem };
    execution.warnings.push(storesIo.W1102(p, { quote: first.quote }));
  }
}

/** The same for caches that could not be brought up to date. */
export function warnOfUncached(execution: Execution, troubles: readonly CacheTrouble[]): void {
  for (const { first, steps } of byCause(troubles)) {
    const p = { store: execution.stores.written(first.store), secrets: steps.map(nameOf), problem: first.problem };
    execution.warnings.push(storesIo.W1103(p, { quote: first.quote }));
  }
}

function byCause(troubles: readonly CacheTrouble[]): Iterable<{ first: CacheTrouble; steps: ReadStep[] }> {
  const causes = new Map<string, { first: CacheTrouble; steps: ReadStep[] }>();
  for (const trouble of troubles) {
    const key = JSON.stringify([trouble.store, trouble.problem, trouble.quote]);
    const cause = causes.get(key) ?? { first: trouble, steps: [] };
    causes.set(key, cause);
    cause.steps.push(trouble.step);
  }
  return causes.values();
}

/**
 * Writes the entries of values that were just read from or written to their own stores. An entry that cannot be renewed
 * is removed, so that an old value never comes back.
 */
export async function refreshEntries(
  execution: Execution,
  refreshes: readonly Refresh[],
  identities: ReadonlyMap<string, EntryIdentity>,
): Promise<void> {
  const troubles: CacheTrouble[] = [];
  for (const [store, together] of byStore(refreshes, ({ step }) => step.cache?.store ?? null)) {
    const now = execution.ports.now();
    const entries = together.flatMap((refresh) => entryOf(refresh, identities.get(refresh.step.secret), now, troubles));
    const answers = await execution.stores.write(
      store,
      entries.map(({ entry }) => entry),
    );
    entries.forEach(({ refresh }, index) => {
      const trouble = writeTrouble(refresh.step, store, answers[index]);
      record(execution, 'cache_refresh', refresh.step.secret, store, trouble === null ? 'written' : 'error');
      if (trouble !== null) troubles.push(trouble);
    });
  }
  warnOfUncached(execution, troubles);
  const isSuperseding = new Map(refreshes.map(({ step, isSuperseding: flag }) => [step.secret, flag]));
  await withdraw(
    execution,
    troubles.flatMap(({ step }) => (isSuperseding.get(step.secret) === true ? [step] : [])),
  );
}

function entryOf(
  refresh: Refresh,
  identity: EntryIdentity | undefined,
  now: Date,
  troubles: CacheTrouble[],
): readonly { readonly refresh: Refresh; readonly entry: WriteEntry }[] {
  const { step, value } = refresh;
  if (identity === undefined || step.cache === null) return [];
  const entry = newEntry(value, identity, refresh, now);
  if (entry !== null) {
    return [{ refresh, entry: { at: step.cache.at, value: entry.stored, expiresAt: entry.expiresAt } }];
  }
  troubles.push({ step, store: step.cache.store, problem: 'the value has already expired', quote: null });
  return [];
}

function writeTrouble(step: ReadStep, store: number, answer: WriteAnswer | undefined): CacheTrouble | null {
  if (answer?.kind === 'written') return null;
  return {
    step,
    store,
    problem: 'it could not be written',
    quote: answer?.kind === 'failed' ? answer.failure.detail : null,
  };
}

/** Removes old entries that must not serve again; where that fails too, a person has to. */
async function withdraw(execution: Execution, steps: readonly ReadStep[]): Promise<void> {
  const entries = steps.flatMap(({ secret, cache }) => (cache === null ? [] : [{ secret, reading: cache }]));
  const failed = new Set(await removeEntries(execution, entries));
  for (const step of steps) {
    if (!failed.has(step.secret) || step.cache === null) continue;
    const problem = { store: execution.stores.written(step.cache.store), secret: nameOf(step) };
    execution.warnings.push(storesIo.W1104(problem));
  }
}

/** Removes entries, one batch per store; gives the secrets whose entries could not be removed. */
export async function removeEntries(execution: Execution, entries: readonly EntryAt[]): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const [store, together] of byStore(entries, ({ reading }) => reading.store)) {
    const answers = await execution.stores.remove(
      store,
      together.map(({ reading }) => reading.at),
    );
    together.forEach(({ secret }, index) => {
      const answer = answers[index]?.kind ?? 'failed';
      if (answer === 'failed') failed.push(secret);
      if (answer !== 'absent')
        record(execution, 'cache_clear', secret, store, answer === 'removed' ? 'deleted' : 'error');
    });
  }
  return failed;
}

function record(
  execution: Execution,
  action: 'cache_refresh' | 'cache_clear',
  key: string,
  store: number,
  outcome: 'written' | 'deleted' | 'error',
): void {
  const { ports, stores } = execution;
  const isError = outcome === 'error' && ({ errorKind: 'provider_operation_failed' } as const);
  ports.record({ action, key, provider: stores.shown(store), at: null, outcome, ...isError });
}

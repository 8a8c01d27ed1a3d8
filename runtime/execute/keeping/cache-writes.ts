/** What is written to caches and removed from them. Nothing here fails an operation: what goes wrong is a warning. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { ReadStep } from '../../link/linked-plan.js';
import type { RemoveAnswer, WriteAnswer, WriteEntry } from '../../providers/provider.js';
import { UNANSWERED } from '../../providers/store-failure.js';
import type { Stores } from '../../stores/stores.js';
import { nameOf } from '../about.js';
import { type EntryIdentity, newEntry } from '../caches/cache-entry.js';
import type { CacheError, EntryAt, Refresh } from '../caches/cache-work.js';
import type { KeepPorts } from '../ports.js';
import { byStore } from './by-store.js';

/** One warning for each cache and cause, naming all its secrets. */
export function passedByWarnings(stores: Stores, errors: readonly CacheError[]): readonly Diagnostic[] {
  return byCause(errors).map(({ first, steps }) => {
    const p = { store: stores.called(first.store), secrets: steps.map(nameOf), problem: first.problem };
    return storesIo.W1102(p, { quote: first.quote });
  });
}

/** The same for caches that could not be brought up to date. */
export function uncachedWarnings(stores: Stores, errors: readonly CacheError[]): readonly Diagnostic[] {
  return byCause(errors).map(({ first, steps }) => {
    const p = { store: stores.called(first.store), secrets: steps.map(nameOf), problem: first.problem };
    return storesIo.W1103(p, { quote: first.quote });
  });
}

/** Where an entry that must not serve again could not be removed, a person has to. */
export function unremovedWarning(stores: Stores, step: ReadStep, store: number): Diagnostic {
  return storesIo.W1104({ store: stores.called(store), secret: nameOf(step) });
}

function byCause(errors: readonly CacheError[]): readonly { first: CacheError; steps: ReadStep[] }[] {
  const causes = new Map<string, { first: CacheError; steps: ReadStep[] }>();
  for (const error of errors) {
    const key = JSON.stringify([error.store, error.problem, error.quote]);
    const cause = causes.get(key) ?? { first: error, steps: [] };
    causes.set(key, cause);
    cause.steps.push(error.step);
  }
  return [...causes.values()];
}

/**
 * Writes the entries of values that were just read from or written to their own stores. An entry that cannot be renewed
 * is removed, so that an old value never comes back. Gives the warnings.
 */
export async function refreshEntries(
  ports: KeepPorts,
  refreshes: readonly Refresh[],
  identities: ReadonlyMap<string, EntryIdentity>,
): Promise<readonly Diagnostic[]> {
  const errors: CacheError[] = [];
  for (const [store, together] of byStore(refreshes, ({ step }) => step.cache?.store ?? null)) {
    errors.push(...(await writeEntries(ports, store, together, identities)));
  }
  const isSuperseding = new Map(refreshes.map(({ step, isSuperseding: flag }) => [step.secret, flag]));
  const outdated = errors.flatMap(({ step }) => (isSuperseding.get(step.secret) === true ? [step] : []));
  return [...uncachedWarnings(ports.stores, errors), ...(await withdraw(ports, outdated))];
}

/** One batch; what could not be written, values that have expired first. */
async function writeEntries(
  ports: KeepPorts,
  store: number,
  refreshes: readonly Refresh[],
  identities: ReadonlyMap<string, EntryIdentity>,
): Promise<readonly CacheError[]> {
  const now = ports.now();
  const errors: CacheError[] = [];
  const entries: { readonly step: ReadStep; readonly entry: WriteEntry }[] = [];
  for (const refresh of refreshes) {
    const { step } = refresh;
    const identity = identities.get(step.secret);
    if (identity === undefined || step.cache === null) continue;
    const entry = newEntry(refresh.value, identity, refresh, now);
    if (entry === null) errors.push({ step, store, problem: 'the value has already expired', quote: null });
    else entries.push({ step, entry: { at: step.cache.at, value: entry.stored, expiresAt: entry.expiresAt } });
  }
  const answers = await ports.stores.write(
    store,
    entries.map(({ entry }) => entry),
    'caching',
  );
  for (const [index, { step }] of entries.entries()) {
    const error = writeErrorOf(step, store, answers[index]);
    record(ports, 'cache_refresh', step.secret, store, error === null ? 'written' : 'error');
    if (error !== null) errors.push(error);
  }
  return errors;
}

function writeErrorOf(step: ReadStep, store: number, answer: WriteAnswer | undefined): CacheError | null {
  if (answer?.kind === 'written') return null;
  const quote = answer?.kind === 'failed' ? answer.failure.detail : null;
  return { step, store, problem: 'it could not be written', quote };
}

/** Removes old entries that must not serve again. */
async function withdraw(ports: KeepPorts, steps: readonly ReadStep[]): Promise<readonly Diagnostic[]> {
  const entries = steps.flatMap((step) =>
    step.cache === null ? [] : [{ step, secret: step.secret, reading: step.cache }],
  );
  const answers = await removeEntries(ports, entries);
  return entries.flatMap((entry) => {
    return answers.get(entry)?.kind === 'failed'
      ? [unremovedWarning(ports.stores, entry.step, entry.reading.store)]
      : [];
  });
}

/** Removes entries, one batch per store; an answer for each. */
export async function removeEntries<Entry extends EntryAt>(
  ports: KeepPorts,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Entry, RemoveAnswer>> {
  const all = new Map<Entry, RemoveAnswer>();
  for (const [store, together] of byStore(entries, ({ reading }) => reading.store)) {
    const answers = await ports.stores.remove(
      store,
      together.map(({ reading }) => reading.at),
      'caching',
    );
    for (const [index, entry] of together.entries()) {
      const answer = answers[index] ?? UNANSWERED;
      all.set(entry, answer);
      if (answer.kind === 'absent') continue;
      record(ports, 'cache_clear', entry.secret, store, answer.kind === 'removed' ? 'deleted' : 'error');
    }
  }
  return all;
}

function record(
  ports: KeepPorts,
  action: 'cache_refresh' | 'cache_clear',
  key: string,
  store: number,
  outcome: 'written' | 'deleted' | 'error',
): void {
  const isError = outcome === 'error' && ({ errorKind: 'provider_operation_failed' } as const);
  ports.record({ action, key, provider: ports.stores.shown(store), at: null, outcome, ...isError });
}

/**
 * The door of keeping: every value that goes into a store (set, import, generate, prompt), and caches after values were read.
 * Writability is asked first, caches follow (semantics 10.4). Needs no execution.
 */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { addressKey } from '#schemas/addresses/address.js';
import { encode } from '../../decode/encoding.js';
import type { Replaced } from '../../files/files.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import type { WriteAnswer, WriteEntry } from '../../providers/provider.js';
import { UNANSWERED } from '../../providers/store-failure.js';
import { targetOf as wordsOfTarget } from '../../stores/store-words.js';
import type { How, Stores } from '../../stores/stores.js';
import { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import type { CacheWork } from '../caches/cache-work.js';
import type { KeepPorts } from '../ports.js';
import { type StoreError, writeError } from '../store-error.js';
import type { StepFailed } from '../value-state.js';
import { byStore } from './by-store.js';
import { passedByWarnings, refreshEntries, removeEntries } from './cache-writes.js';
import { type WrittenStore, writtenStoreOf } from './written-store.js';
import { followWrites, type Written } from './follow-writes.js';

/** Where a new value of a secret goes: the store of its chain that is written, which has agreed to take it. */
export type Destination = WrittenStore;

/** A value for a destination; it is encoded on the way. */
export interface Deposit {
  readonly destination: Destination;
  readonly value: SecretValue;
  /** The value is a stored representation, which is kept as it is. */
  readonly isEncoded?: true;
  /** For a value that was made because there was none: what another process stored in the meantime stays. */
  readonly onlyIfAbsent?: true;
  /** For a value that replaces one which a person has seen, as it is stored: what another process stored in the meantime stays. */
  readonly onlyIfHeld?: SecretValue;
}

/** What became of a deposit; `present`: what is stored instead, as it is stored. */
export type Stored = Exclude<WriteAnswer, { kind: 'failed' }> | (StepFailed & { readonly error: StoreError });

/** One result per deposit, in order, and the warnings. */
export interface WriteResults {
  readonly results: readonly Stored[];
  readonly warnings: readonly Diagnostic[];
}

/** The store that writes go to, or why they cannot. Asked before a person is; contacts no server. */
export async function destinationOf(
  linked: LinkedPlan,
  stores: Stores,
  step: ReadStep,
): Promise<Destination | StepFailed> {
  const found = await writtenStoreOf(linked, stores, step, 'write');
  switch (found.kind) {
    case 'ready':
      return found;
    case 'closed':
      return { kind: 'failed', diagnostic: writeError(linked, stores, found.error) };
    case 'conflict':
      return { kind: 'failed', diagnostic: found.diagnostic };
    case 'refused': {
      const problem = { secrets: [nameOf(step)], store: stores.called(found.store) };
      return { kind: 'failed', diagnostic: storesIo.E1114(problem, { ...aboutOf(linked, step), quote: found.why }) };
    }
  }
}

/** Where a write would land, in words for people: `item=KEY`. */
export function targetOf({ opened, reading }: Destination): Promise<string> {
  return wordsOfTarget(opened, reading.at);
}

/** Writes all deposits, each store once: values that were made, or what the call asks to store. Where two deposits share an address, the later one stays. */
export async function storeValues(
  linked: LinkedPlan,
  ports: KeepPorts,
  deposits: readonly Deposit[],
  purpose: 'making' | 'asked',
  how?: How,
): Promise<WriteResults> {
  const results = new Map<Deposit, Stored>();
  const warnings: Diagnostic[] = [];
  for (const [store, together] of byStore(deposits, ({ destination }) => destination.reading.store)) {
    const kept = await writeTogether(linked, ports, { store, purpose, how }, together);
    for (const [deposit, result] of kept.results) results.set(deposit, result);
    warnings.push(...kept.warnings);
  }
  return {
    results: deposits.map((one) => results.get(one) ?? resultOf(linked, ports.stores, one, undefined)),
    warnings,
  };
}

/** After reads: keeps what the secrets' own stores gave, and removes what no longer serves. Gives the warnings. */
export async function settleCaches(ports: KeepPorts, work: CacheWork): Promise<readonly Diagnostic[]> {
  await removeEntries(ports, work.outdated);
  const uncached = await refreshEntries(ports, work.refreshes, work.identities);
  return [...passedByWarnings(ports.stores, work.passedBy), ...uncached];
}

interface Batch {
  readonly store: number;
  readonly purpose: 'making' | 'asked';
  readonly how: How | undefined;
}

interface StoreWriteResults {
  readonly results: readonly (readonly [Deposit, Stored])[];
  readonly warnings: readonly Diagnostic[];
}

async function writeTogether(
  linked: LinkedPlan,
  ports: KeepPorts,
  batch: Batch,
  deposits: readonly Deposit[],
): Promise<StoreWriteResults> {
  const { store } = batch;
  const answers = await answersOf(ports.stores, batch, deposits);
  const written: Written[] = [];
  const results: [Deposit, Stored][] = [];
  for (const deposit of deposits) {
    const { step, reading } = deposit.destination;
    const answer = answers.get(addressKey(reading.at));
    if (answer?.kind === 'written') {
      recordWrite(ports, deposit.destination);
      written.push({ step, value: depositedForm(deposit) });
    }
    results.push([deposit, resultOf(linked, ports.stores, deposit, answer)]);
  }
  const replaced = replacedWarnings(ports.stores.called(store), [...answers.values()]);
  return { results, warnings: [...replaced, ...(await followWrites(linked, ports, written))] };
}

/** One batch; the answers by address. */
async function answersOf(
  stores: Stores,
  { store, purpose, how }: Batch,
  deposits: readonly Deposit[],
): Promise<ReadonlyMap<string, WriteAnswer>> {
  const entries = new Map<string, WriteEntry>();
  for (const deposit of deposits) {
    const { destination, onlyIfAbsent, onlyIfHeld } = deposit;
    const { reading } = destination;
    const only = { ...(onlyIfAbsent && { onlyIfAbsent }), ...(onlyIfHeld && { onlyIfHeld }) };
    const entry = { at: reading.at, value: depositedForm(deposit), ...only };
    entries.set(addressKey(reading.at), entry);
  }
  const answers = await stores.write(store, [...entries.values()], purpose, how);
  return new Map(
    [...entries.keys()].flatMap((key, index) => {
      const answer = answers[index];
      return answer === undefined ? [] : [[key, answer] as const];
    }),
  );
}

/** What a store is given: the encoding is the last thing that happens to a value on its way there (spec 2.10). */
export function storedForm({ decode }: ReadStep, value: SecretValue): SecretValue {
  return decode === undefined ? value : SecretValue.fromText(encode(value.reveal(), decode));
}

function depositedForm({ destination, value, isEncoded }: Deposit): SecretValue {
  return isEncoded ? value : storedForm(destination.step, value);
}

function resultOf(
  linked: LinkedPlan,
  stores: Stores,
  { destination }: Deposit,
  answer: WriteAnswer | undefined,
): Stored {
  if (answer !== undefined && answer.kind !== 'failed') return answer;
  const { failure } = answer ?? UNANSWERED;
  const { step, reading } = destination;
  const error = { step, store: reading.store, failure };
  return { kind: 'failed', error, diagnostic: writeError(linked, stores, error) };
}

/** What became of the one file that holds all entries is reported once. */
function replacedWarnings(store: string, answers: readonly WriteAnswer[]): readonly Diagnostic[] {
  const written = answers.filter((answer) => answer.kind === 'written');
  const { severedLinks: links, isNarrower } = written.flatMap(({ replaced }) => replaced ?? [])[0] ?? UNREPLACED;
  const notes = new Set(written.flatMap((answer) => answer.notes ?? []));
  return [
    ...(links > 0 ? [storesIo.W1105({ store, links })] : []),
    ...(isNarrower ? [storesIo.W1106({ store })] : []),
    ...[...notes].map((note) => storesIo.W1107({ store, note })),
    ...written.flatMap(({ rekeyed }) => (rekeyed ? [storesIo.W1109({ store, ...rekeyed })] : [])).slice(0, 1),
  ];
}

const UNREPLACED: Replaced = { severedLinks: 0, isNarrower: false };

function recordWrite({ record }: KeepPorts, { step, opened, reading }: Destination): void {
  record({
    action: 'set',
    key: step.secret,
    provider: opened.shown,
    at: reading.at,
    outcome: 'written',
  });
}

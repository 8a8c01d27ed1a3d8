/** Every value that goes into a store: set, import, generate, prompt. Writability is asked first, caches follow (semantics 10.4). */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { encode } from '../../decode/encoding.js';
import type { Reading, ReadStep } from '../../link/linked-plan.js';
import type { WriteAnswer, WriteEntry } from '../../providers/provider.js';
import { addressKey } from '../../stores/address-key.js';
import { refusalOf, targetOf as wordsOfTarget } from '../../stores/store-words.js';
import type { Open } from '../../stores/stores.js';
import { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import { cacheConflicts } from '../caches/cache-identity.js';
import type { Execution, StepFailed } from '../execution.js';
import { writeError } from '../store-error.js';
import { byStore } from './by-store.js';
import { followWrites, type Written } from './follow-writes.js';

/** Where a new value of a secret goes: the first store of its chain, which has agreed to take it. */
export interface Destination {
  readonly kind: 'ready';
  readonly step: ReadStep;
  readonly opened: Open;
  readonly reading: Reading;
}

/** A logical value for a destination; it is encoded on the way. */
export interface Deposit {
  readonly destination: Destination;
  readonly value: SecretValue;
  /** For a value that was made because there was none: what another process stored in the meantime stays. */
  readonly onlyIfAbsent?: true;
}

/** What became of a deposit; `present`: what lies in the store instead, as it lies there. */
export type Stored = Exclude<WriteAnswer, { kind: 'failed' }> | StepFailed;

/** The store that writes go to, or why they cannot. Asked before a person is; contacts no server. */
export async function destinationOf(execution: Execution, step: ReadStep): Promise<Destination | StepFailed> {
  const reading = step.from[0];
  if (reading === undefined) throw new Error('a step of the linked plan names no store');
  const opened = await execution.stores.open(reading.store);
  if (opened.kind === 'closed') {
    const trouble = { step, store: reading.store, failure: opened.failure };
    return { kind: 'failed', diagnostic: writeError(execution, trouble) };
  }
  const [conflict] = await cacheConflicts(execution, [step]);
  if (conflict !== undefined) return { kind: 'failed', diagnostic: conflict };
  const refusal = await refusalOf(opened, reading.at, 'write');
  if (refusal !== null) return { kind: 'failed', diagnostic: refusedWrite(execution, step, reading.store, refusal) };
  return { kind: 'ready', step, opened, reading };
}

function refusedWrite(execution: Execution, step: ReadStep, store: number, refusal: string): Diagnostic {
  const problem = { secret: nameOf(step), store: execution.stores.written(store) };
  return storesIo.E1114(problem, { ...aboutOf(execution, step), quote: refusal });
}

/**
 * Writes all deposits, each store once. Gives one result per deposit, in order. Where two deposits share an address, the
 * later one stays.
 */
export async function storeValues(execution: Execution, deposits: readonly Deposit[]): Promise<readonly Stored[]> {
  const results = new Map<Deposit, Stored>();
  const groups = byStore(deposits, ({ destination }) => destination.reading.store);
  for (const together of groups.values()) await writeTogether(execution, together, results);
  return deposits.map((deposit) => results.get(deposit) ?? resultOf(execution, deposit, undefined));
}

async function writeTogether(
  execution: Execution,
  deposits: readonly Deposit[],
  results: Map<Deposit, Stored>,
): Promise<void> {
  const entries = new Map<string, WriteEntry>();
  for (const { destination, value, onlyIfAbsent } of deposits) {
    const { step, reading } = destination;
    const entry = { at: reading.at, value: storedForm(step, value), ...(onlyIfAbsent && { onlyIfAbsent }) };
    entries.set(addressKey(reading.at), entry);
  }
  const answers = await answersOf(execution, deposits, entries);
  const written: Written[] = [];
  for (const deposit of deposits) {
    const { step, reading } = deposit.destination;
    const answer = answers.get(addressKey(reading.at));
    if (answer?.kind === 'written') {
      recordWrite(execution, deposit.destination);
      written.push({ step, value: storedForm(step, deposit.value) });
    }
    results.set(deposit, resultOf(execution, deposit, answer));
  }
  warnOfReplaced(execution, deposits, [...answers.values()]);
  await followWrites(execution, written);
}

/** What became of the one file that holds all entries is said once. */
function warnOfReplaced(
  { stores, warnings }: Execution,
  [first]: readonly Deposit[],
  answers: readonly WriteAnswer[],
): void {
  const replaced = answers.flatMap((answer) => (answer.kind === 'written' ? (answer.replaced ?? []) : []))[0];
  if (first === undefined || replaced === undefined) return;
  const store = stores.written(first.destination.reading.store);
  if (replaced.severedLinks > 0) warnings.push(storesIo.W1105({ store, links: replaced.severedLinks }));
  if (replaced.isNarrower) warnings.push(storesIo.W1106({ store }));
}

/** What lies in the store: the encoding is the last thing that happens to a value on its way there (spec 2.10). */
function storedForm({ decode }: ReadStep, value: SecretValue): SecretValue {
  return decode === undefined ? value : SecretValue.fromText(encode(value.reveal(), decode));
}

async function answersOf(
  execution: Execution,
  deposits: readonly Deposit[],
  entries: ReadonlyMap<string, WriteEntry>,
): Promise<ReadonlyMap<string, WriteAnswer>> {
  const store = deposits[0]?.destination.reading.store;
  const answers = store === undefined ? [] : await execution.stores.write(store, [...entries.values()]);
  return new Map(
    [...entries.keys()].flatMap((key, index) => {
      const answer = answers[index];
      return answer === undefined ? [] : [[key, answer] as const];
    }),
  );
}

function resultOf(execution: Execution, { destination }: Deposit, answer: WriteAnswer | undefined): Stored {
  if (answer !== undefined && answer.kind !== 'failed') return answer;
  const failure = answer?.failure ?? { kind: 'failed', detail: 'the store did not answer a request' };
  const { step, reading } = destination;
  return { kind: 'failed', diagnostic: writeError(execution, { step, store: reading.store, failure }) };
}

function recordWrite({ ports }: Execution, { step, opened, reading }: Destination): void {
  ports.record({
    action: 'set',
    key: step.secret,
    provider: opened.store.shown,
    at: reading.at.kind === 'native' ? reading.at : null,
    outcome: 'written',
  });
}

/** Where a write would land, in words for people: `item=KEY`. */
export function targetOf(destination: Destination): Promise<string> {
  return wordsOfTarget(destination.opened, destination.reading.at);
}

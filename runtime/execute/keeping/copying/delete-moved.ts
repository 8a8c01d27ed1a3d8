/**
 * Values that are at their destination are deleted from the source. Two addresses may lead to one entry without showing it
 * (`127.0.0.1` and `localhost`, a branch and what it inherits from, a mount in two places), so one entry is deleted first, for each
 * store that received some, and all destinations are read again; then the rest, and again. If a destination lost its value, what
 * was deleted is written back, and nothing more is deleted.
 */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { addressKey } from '#schemas/addresses/address.js';
import type { RemoveAnswer } from '../../../providers/provider.js';
import { UNANSWERED } from '../../../providers/store-failure.js';
import { aboutOf } from '../../about.js';
import { byStore } from '../by-store.js';
import { recordRemoval } from '../remove-secrets.js';
import { StoreProblems } from '../store-problems.js';
import type { CopyTask, MovePorts, StoredCopy } from './copy.js';
import { readTogether } from './read-stored.js';
import { type Deleted, writeBack } from './write-back.js';

interface Deletion {
  /** The secrets whose entry is no longer in the source. */
  readonly deleted: ReadonlySet<string>;
  /** What speaks against deleting more. */
  readonly errors: readonly Diagnostic[];
  /** Whether the rest may be deleted too. */
  readonly isSafe: boolean;
}

/** An entry that several secrets share stays if one of them still needs it. */
export async function deleteMoved(
  task: CopyTask,
  ports: MovePorts,
  all: readonly StoredCopy[],
  differing: ReadonlySet<string>,
): Promise<Omit<Deletion, 'isSafe'>> {
  const needed = new Set(all.flatMap((held) => (differing.has(held.step.secret) ? [held.source.identity] : [])));
  const waiting = new Set(all.filter((held) => !needed.has(held.source.identity)));
  const deleted = new Set<string>();
  const errors: Diagnostic[] = [];
  const problems = new StoreProblems(task.linked, ports.stores, 'removed');
  const deleteFrom = async (some: readonly StoredCopy[]): Promise<Deletion> => {
    const done = await ports.uninterruptibly(() => deleteTogether(task, ports, some, all, problems));
    for (const held of some) waiting.delete(held);
    for (const secret of done.deleted) deleted.add(secret);
    errors.push(...done.errors);
    return done;
  };
  let isSafe = true;
  for (const store of new Set([...waiting].map(({ destination }) => destination.reading.store)))
    isSafe &&= await isProbed(waiting, store, deleteFrom);
  if (isSafe && waiting.size > 0) await deleteFrom([...waiting]);
  return { deleted, errors: [...errors, ...problems.all()] };
}

/** More entries that cannot be deleted than this are not tried one by one. */
const MOST_PROBES = 3;

/** Deletes one entry whose value is in this store. Where that fails, the next one is tried: none shows anything before it is gone. */
async function isProbed(
  waiting: ReadonlySet<StoredCopy>,
  store: number,
  deleteFrom: (some: readonly StoredCopy[]) => Promise<Deletion>,
): Promise<boolean> {
  for (let probes = 0; probes < MOST_PROBES; probes++) {
    const first = [...waiting].find(({ destination }) => destination.reading.store === store);
    if (first === undefined) return true;
    const done = await deleteFrom([...waiting].filter(({ source }) => source.identity === first.source.identity));
    if (!done.isSafe || done.deleted.size > 0) return done.isSafe;
  }
  return false;
}

/** One batch. `all`: whose destinations must have their values afterwards. */
async function deleteTogether(
  task: CopyTask,
  ports: MovePorts,
  some: readonly StoredCopy[],
  all: readonly StoredCopy[],
  problems: StoreProblems,
): Promise<Deletion> {
  const { source } = task;
  const addresses = new Map(some.map(({ source: { reading } }) => [addressKey(reading.at), reading.at]));
  const answers = await ports.stores.remove(source.store, [...addresses.values()], 'asked');
  const answerOf = new Map([...addresses.keys()].map((key, index) => [key, answers[index] ?? UNANSWERED]));
  const tried = some.map((held): Deleted => {
    const answer: RemoveAnswer = answerOf.get(addressKey(held.source.reading.at)) ?? UNANSWERED;
    if (answer.kind !== 'absent') recordRemoval(ports, { step: held.step, ...held.source }, answer);
    return { held, answer };
  });
  for (const { held, answer } of tried) {
    if (answer.kind !== 'failed') continue;
    problems.addFailure({ step: held.step, store: source.store, failure: answer.failure });
  }
  const gone = tried.filter(({ answer }) => answer.kind !== 'failed').map(({ held }) => held.step.secret);
  const lost = await lostBy(task, ports, all);
  if (lost.vanished.length + lost.failures.length === 0) return { deleted: new Set(gone), errors: [], isSafe: true };
  const { left, errors } = await writeBack(task, ports, tried);
  const vanished = vanishedErrors(task, ports, lost.vanished, left.size === 0);
  return { deleted: left, errors: [...vanished, ...lost.failures, ...errors], isSafe: false };
}

interface Lost {
  /** Whose destination has another value than before, or none. */
  readonly vanished: readonly StoredCopy[];
  /** For a destination that cannot be read this is unknown, which has the same effect. */
  readonly failures: readonly Diagnostic[];
}

async function lostBy({ linked }: CopyTask, { stores }: MovePorts, all: readonly StoredCopy[]): Promise<Lost> {
  const seen = all.flatMap((held) => (held.present === null || held.present === 'unseen' ? [] : [held]));
  const answerOf = await readTogether(
    stores,
    seen.map(({ destination }) => ({ place: destination })),
  );
  const problems = new StoreProblems(linked, stores, 'read');
  const vanished = seen.filter(({ step, destination, present }) => {
    const answer = answerOf(destination);
    if (answer.kind !== 'failed')
      return answer.kind === 'absent' || present === 'unseen' || !present?.equals(answer.value);
    problems.addFailure({ step, store: destination.reading.store, failure: answer.failure });
    return false;
  });
  return { vanished, failures: problems.all() };
}

function vanishedErrors(
  { linked, source }: CopyTask,
  { stores }: MovePorts,
  vanished: readonly StoredCopy[],
  isWrittenBack: boolean,
): readonly Diagnostic[] {
  return [...byStore(vanished, ({ destination }) => destination.reading.store)].flatMap(([store, together]) => {
    const secrets = together.map(({ step }) => step.secret);
    const p = { secrets, store: stores.called(source.store), vanishedFrom: stores.called(store), isWrittenBack };
    return together[0] === undefined ? [] : [storesIo.E1126(p, aboutOf(linked, together[0].step))];
  });
}

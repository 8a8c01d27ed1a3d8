/** Everything that could go wrong with an import is looked at before the first value is written. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { judgedChange } from '../../../stores/store-words.js';
import type { Stores } from '../../../stores/stores.js';
import { aboutOf } from '../../about.js';
import { logicalValue } from '../../content/logical-value.js';
import { madeRoom } from '../../made-room.js';
import { type WrittenStore, writtenStoreOf } from '../written-store.js';
import { StoreProblems } from '../store-problems.js';
import { type CopyTask, isCopied, type Phase, type StoredCopy } from './copy.js';

/** A value that will be written, and where. */
export interface Copyable {
  readonly held: StoredCopy;
  readonly value: NonNullable<StoredCopy['value']>;
  readonly destination: WrittenStore;
}

export async function verify(
  task: CopyTask,
  stores: Stores,
  all: readonly StoredCopy[],
): Promise<Phase<readonly Copyable[]>> {
  const { result, errors } = await writable(task, stores, all);
  const removals = task.deletesSource ? await unremovable(task, stores, all) : [];
  const shared = [...sharedDestinations(task, stores, all), ...(task.deletesSource ? crossed(task, stores, all) : [])];
  return { result, errors: [...errors, ...removals, ...shared] };
}

/** A value that the destination lacks must be what the secret declares, and the store must be able to hold it. */
async function writable(
  { linked }: CopyTask,
  stores: Stores,
  all: readonly StoredCopy[],
): Promise<Phase<readonly Copyable[]>> {
  const problems = new StoreProblems(linked, stores, 'written');
  const result: Copyable[] = [];
  for (const held of all) {
    const { step, value, present, destination } = held;
    if (value === null || present !== null) continue;
    const decoded = await logicalValue(linked, step, value, madeRoom());
    if (decoded.kind === 'failed') problems.add(inSource(decoded.diagnostic, held, stores));
    const { abilities, scheme } = destination.opened;
    if (abilities.values === 'text' && value.revealText() === null && decoded.kind !== 'failed') {
      const help = `declare the secret with \`encoding = "base64"\`, and store the value with\n\n    tool set ${step.secret} --from-file FILE\n\nwhich encodes it: an import copies stored bytes unchanged`;
      const failure = { kind: 'not-text', detail: `${scheme} can hold only UTF-8 text`, help } as const;
      problems.addFailure({ step, store: destination.reading.store, failure });
    }
    const first = await writtenStoreOf(linked, stores, step, 'write');
    if (first.kind === 'ready') result.push({ held, value, destination: first });
    else problems.addNoStore(first);
  }
  return { result, errors: problems.all() };
}

/** The value is wrong in the source, which the destination does not show. */
function inSource(finding: Diagnostic, { step, source }: StoredCopy, stores: Stores): Diagnostic {
  const store = stores.called(source.reading.store);
  return {
    ...finding,
    message: `${finding.message} (in \`${store}\`)`,
    help: `correct the value in \`${store}\`, or store it with\n\n    tool set ${step.secret} --from-file FILE\n\nwhich encodes it`,
  };
}

/** Values that would be deleted: copied ones, and those that the destination has already. */
async function unremovable(
  { linked }: CopyTask,
  stores: Stores,
  all: readonly StoredCopy[],
): Promise<readonly Diagnostic[]> {
  const problems = new StoreProblems(linked, stores, 'removed');
  for (const held of all) {
    const { step, source, value, present } = held;
    if (value === null || (present !== null && !isCopied(held))) continue;
    const { store } = source.reading;
    const judged = await judgedChange(source.opened, source.reading.at, 'remove');
    if (judged.kind === 'failed') problems.addFailure({ step, store, failure: judged.failure });
    else if (judged.why !== null) problems.addRefusal({ step, store, why: judged.why });
  }
  return problems.all();
}

/** One of two values in one entry would be lost: the next import can find them, even if this one finds none (semantics 6.8). */
function sharedDestinations({ linked }: CopyTask, stores: Stores, all: readonly StoredCopy[]): readonly Diagnostic[] {
  return [...byDestination(all).values()].flatMap((together) => {
    const [first] = together;
    if (first === undefined || together.length === 1) return [];
    const p = {
      secrets: together.map(({ step }) => step.secret),
      store: stores.called(first.destination.reading.store),
    };
    return [storesIo.E1127(p, aboutOf(linked, first.step))];
  });
}

/** Deleting such a source would delete what is the other secret's value from now on. */
function crossed({ linked }: CopyTask, stores: Stores, all: readonly StoredCopy[]): readonly Diagnostic[] {
  const destinations = byDestination(all);
  return all.flatMap(({ step, source, value }) => {
    const other = destinations.get(source.identity)?.find((one) => one.step !== step);
    if (value === null || other === undefined) return [];
    const p = { secret: step.secret, other: other.step.secret, store: stores.called(source.reading.store) };
    return [storesIo.E1128(p, aboutOf(linked, step))];
  });
}

function byDestination(all: readonly StoredCopy[]): ReadonlyMap<string, readonly StoredCopy[]> {
  const groups = new Map<string, StoredCopy[]>();
  for (const held of all) {
    const group = groups.get(held.destination.identity) ?? [];
    groups.set(held.destination.identity, group);
    group.push(held);
  }
  return groups;
}

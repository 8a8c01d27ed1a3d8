/** A session's `edit`: which values of a profile can be replaced, and writing the changed ones together, unless another program has changed them meanwhile. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { addressKey, type At } from '#schemas/addresses/address.js';
import type { LinkedPlan, ReadStep } from '../../link/linked-plan.js';
import type { Answer } from '../../providers/provider.js';
import type { SecretValue } from '../../values/secret-value.js';
import { logicalValue } from '../content/logical-value.js';
import { madeRoom } from '../made-room.js';
import type { ExecutePorts, KeepPorts } from '../ports.js';
import { byStore } from './by-store.js';
import { type Deposit, type Destination, type Stored, storeValues, targetOf } from './keep.js';
import { keptSteps } from './made-of-others.js';
import { valuesBefore } from './passed-over.js';
import { StoreProblems } from './store-problems.js';
import { type NoWrittenStore, writtenStoreOf } from './written-store.js';

/** A secret whose value `set` could store. */
export interface EditableSecret {
  readonly secret: string;
  readonly destination: Destination;
  /** Its store and its place in it, in words for people. */
  readonly store: string;
  readonly target: string;
}

/** One that it could not, and why: what it is made of, what its store says of writing, or that the store cannot be used. */
export interface FixedSecret {
  readonly secret: string;
  readonly why: 'composed' | 'derived' | 'extracted' | 'not written' | 'store failed';
  readonly error: Diagnostic;
}

/** Each of these secrets is one or the other. Contacts no server. */
export async function prepareEdit(
  linked: LinkedPlan,
  ports: KeepPorts,
  secrets: readonly string[],
): Promise<{ readonly editable: readonly EditableSecret[]; readonly fixed: readonly FixedSecret[] }> {
  const stepOf = keptSteps(linked);
  const editable: EditableSecret[] = [];
  const fixed: FixedSecret[] = [];
  for (const secret of secrets) {
    const step = stepOf(secret);
    if ('code' in step) {
      fixed.push({ secret, why: madeHow(linked, secret), error: step });
      continue;
    }
    const found = await writtenStoreOf(linked, ports.stores, step, 'write');
    if (found.kind !== 'ready') fixed.push(refusedSecret(linked, ports, secret, found));
    else {
      const store = ports.stores.seen(found.opened.shown);
      editable.push({ secret, destination: found, store, target: await targetOf(found) });
    }
  }
  return { editable, fixed };
}

function madeHow({ reads, finish }: LinkedPlan, secret: string): FixedSecret['why'] {
  if (reads.some((step) => step.secret === secret)) return 'extracted';
  return finish.some((step) => step.kind === 'derive' && step.secret === secret) ? 'derived' : 'composed';
}

function refusedSecret(linked: LinkedPlan, { stores }: KeepPorts, secret: string, why: NoWrittenStore): FixedSecret {
  const problems = new StoreProblems(linked, stores, 'written');
  problems.addNoStore(why);
  const [error] = problems.all();
  if (error === undefined) throw new Error('a store that refuses says why');
  return { secret, why: why.kind === 'refused' ? 'not written' : 'store failed', error };
}

/** The plan that reads what is stored of these secrets where it is written, and else in the later stores of the chain. */
export function storedPart(linked: LinkedPlan, editable: readonly EditableSecret[]): LinkedPlan {
  const reads = editable.flatMap(({ destination: { step, reading, opened } }): ReadStep[] => {
    if (!opened.abilities.read) return [];
    const from = step.from.slice(Math.max(0, step.from.indexOf(reading)));
    return [{ ...step, from, cache: null, bypassedCache: null, deliver: 'value', visible: true }];
  });
  return { ...linked, reads, finish: [], groups: [] };
}

/** A new value; `before`: what its destination had when the person saw it; null: none; left out: that is not to be compared. */
export interface Edit {
  readonly of: EditableSecret;
  readonly value: SecretValue;
  readonly before?: SecretValue | null;
}

export interface StoredEdits {
  /** Another program has changed these meanwhile. If there are any before the first is written, nothing is. */
  readonly conflicts: readonly EditableSecret[];
  readonly stored: readonly EditableSecret[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** One batch per store. */
export async function storeEdits(
  linked: LinkedPlan,
  ports: KeepPorts & Pick<ExecutePorts, 'uninterruptibly'>,
  edits: readonly Edit[],
): Promise<StoredEdits> {
  const held = await heldNow(linked, ports, edits);
  const conflicts = edits.filter((edit) => edit.before !== undefined && held.differs(edit));
  if (conflicts.length > 0 || held.errors.length > 0) {
    return { conflicts: conflicts.map(({ of }) => of), stored: [], errors: held.errors, warnings: [] };
  }
  const deposits = edits.map(
    (edit): Deposit => ({ destination: edit.of.destination, value: edit.value, ...held.only(edit) }),
  );
  return ports.uninterruptibly(async () => {
    const { results, warnings } = await storeValues(linked, ports, deposits, 'asked');
    const problems = new StoreProblems(linked, ports.stores, 'written');
    const kinds = await Promise.all(edits.map((edit, index) => kindOfResult(linked, edit, results[index])));
    const kindOf = (kind: Stored['kind']) => edits.flatMap(({ of }, index) => (kinds[index] === kind ? [of] : []));
    for (const result of results) if (result.kind === 'failed') problems.addFailure(result.error);
    const stored = kindOf('written');
    const passed = await Promise.all(stored.map((one) => valuesBefore(linked, ports.stores, one.destination)));
    return {
      conflicts: kindOf('present'),
      stored,
      errors: problems.all(),
      warnings: [...warnings, ...passed.flat()],
    };
  });
}

/** The same value may be there by now: as that of another secret of the same entry, whose store has another spelling. */
async function kindOfResult(linked: LinkedPlan, edit: Edit, result?: Stored): Promise<Stored['kind'] | undefined> {
  if (result?.kind !== 'present') return result?.kind;
  const logical = await logicalValue(linked, edit.of.destination.step, result.value, madeRoom());
  return logical.kind === 'value' && logical.value.equals(edit.value) ? 'written' : 'present';
}

interface HeldNow {
  readonly errors: readonly Diagnostic[];
  differs(edit: Edit): boolean;
  /** What the store must still have when it is written, as far as it can compare. */
  only(edit: Edit): Pick<Deposit, 'onlyIfAbsent' | 'onlyIfHeld'>;
}

/** What the destinations have by now: the values for people, and the texts as they are stored. */
async function heldNow(linked: LinkedPlan, { stores }: KeepPorts, edits: readonly Edit[]): Promise<HeldNow> {
  const compared = edits.filter(({ before }) => before !== undefined);
  const answers = new Map<string, Answer>();
  const keyOf = ({ of: { destination } }: Edit) => `${destination.reading.store} ${addressKey(destination.reading.at)}`;
  for (const [store, together] of byStore(compared, ({ of }) => of.destination.reading.store)) {
    const addresses = new Map<string, At>(together.map((edit) => [keyOf(edit), edit.of.destination.reading.at]));
    const given = await stores.read(store, [...addresses.values()], 'reading');
    for (const [index, key] of [...addresses.keys()].entries()) {
      const answer = given[index];
      if (answer !== undefined) answers.set(key, answer);
    }
  }
  const problems = new StoreProblems(linked, stores, 'read');
  const values = new Map<Edit, SecretValue | null>();
  for (const edit of compared) {
    const { step, reading } = edit.of.destination;
    const answer = answers.get(keyOf(edit));
    if (answer?.kind === 'failed') problems.addFailure({ step, store: reading.store, failure: answer.failure });
    if (answer?.kind !== 'found') continue;
    const logical = await logicalValue(linked, step, answer.value, madeRoom());
    // What cannot be decoded is another value than the one that was shown.
    values.set(edit, logical.kind === 'value' ? logical.value : null);
  }
  return {
    errors: problems.all(),
    differs(edit) {
      const now = values.get(edit);
      if (edit.before === null || edit.before === undefined) return now !== undefined;
      return now === undefined || now === null || !now.equals(edit.before);
    },
    only(edit) {
      if (edit.before === undefined) return {};
      const answer = answers.get(keyOf(edit));
      return answer?.kind === 'found' ? { onlyIfHeld: answer.value } : { onlyIfAbsent: true };
    },
  };
}

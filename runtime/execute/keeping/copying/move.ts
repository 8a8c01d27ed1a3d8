/** The last phase of a moving import: copies are read back, and only what is at its destination is deleted from the source. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { addressKey } from '#schemas/stores/address.js';
import { UNANSWERED } from '../../../providers/store-failure.js';
import { aboutOf } from '../../about.js';
import type { KeepPorts } from '../../ports.js';
import { byStore } from '../by-store.js';
import { recordRemoval } from '../remove-secrets.js';
import { StoreProblems } from '../store-problems.js';
import { type CopyTask, type Held, isCopied } from './copy.js';
import { hold } from './hold.js';

export interface Moved {
  /** The secrets whose value is no longer in the source. */
  readonly deleted: ReadonlySet<string>;
  /** The secrets whose destination has another value than the source. */
  readonly differing: ReadonlySet<string>;
  readonly errors: readonly Diagnostic[];
}

const NONE: ReadonlySet<string> = new Set();

/** `all`: secrets that the source has; `copied`: those whose value was written. If one copy is not as written, nothing is deleted. */
export async function move(
  task: CopyTask,
  ports: KeepPorts,
  all: readonly Held[],
  copied: ReadonlySet<string>,
): Promise<Moved> {
  const { result: again, errors } = await hold(task, ports.stores, all);
  const written = new Map(all.map(({ step, value }) => [step.secret, value]));
  const isAsWritten = (held: Held) => isCopied({ ...held, value: written.get(held.step.secret) ?? null });
  const spoiled = again.filter((held) => copied.has(held.step.secret) && !isAsWritten(held));
  const failures = errors.length > 0 ? errors : spoiledErrors(task, ports, spoiled);
  // The source may have been changed since it was read.
  const differing = new Set(again.flatMap((held) => (isCopied(held) ? [] : [held.step.secret])));
  if (failures.length > 0) return { deleted: NONE, differing, errors: failures };
  return { differing, ...(await deleteMoved(task, ports, again, differing)) };
}

function spoiledErrors({ linked }: CopyTask, { stores }: KeepPorts, spoiled: readonly Held[]): readonly Diagnostic[] {
  const groups = byStore(spoiled, ({ destination }) => destination.reading.store);
  return [...groups].flatMap(([store, together]) => {
    const p = { secrets: together.map(({ step }) => step.secret), store: stores.written(store) };
    return together[0] === undefined ? [] : [storesIo.E1129(p, aboutOf(linked, together[0].step))];
  });
}

/** One batch. An entry that several secrets share stays if one of them still needs it. */
async function deleteMoved(
  { linked, source }: CopyTask,
  ports: KeepPorts,
  all: readonly Held[],
  differing: ReadonlySet<string>,
): Promise<Pick<Moved, 'deleted' | 'errors'>> {
  const needed = new Set(all.flatMap((held) => (differing.has(held.step.secret) ? [held.source.identity] : [])));
  const movable = all.filter((held) => !needed.has(held.source.identity));
  const addresses = new Map(movable.map(({ source: { reading } }) => [addressKey(reading.at), reading.at]));
  const answers = await ports.stores.remove(source.store, [...addresses.values()]);
  const answerOf = new Map([...addresses.keys()].map((key, index) => [key, answers[index] ?? UNANSWERED]));
  const problems = new StoreProblems(linked, ports.stores, 'removed');
  const deleted = new Set<string>();
  for (const { step, source: from } of movable) {
    const answer = answerOf.get(addressKey(from.reading.at)) ?? UNANSWERED;
    if (answer.kind === 'failed') problems.addFailure({ step, store: source.store, failure: answer.failure });
    else deleted.add(step.secret);
    if (answer.kind !== 'absent') recordRemoval(ports, { step, ...from }, answer);
  }
  return { deleted, errors: problems.all() };
}

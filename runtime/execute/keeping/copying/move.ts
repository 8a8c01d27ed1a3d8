/** The last phase of a moving import: copies are read back, and only what is at its destination is deleted from the source. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { aboutOf } from '../../about.js';
import { byStore } from '../by-store.js';
import { type CopyTask, isCopied, type MovePorts, type StoredCopy } from './copy.js';
import { deleteMoved } from './delete-moved.js';
import { readStored } from './read-stored.js';

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
  ports: MovePorts,
  all: readonly StoredCopy[],
  copied: ReadonlySet<string>,
): Promise<Moved> {
  const { result: again, errors } = await readStored(task, ports.stores, all);
  const written = new Map(all.map(({ step, value }) => [step.secret, value]));
  const isAsWritten = (held: StoredCopy) => isCopied({ ...held, value: written.get(held.step.secret) ?? null });
  const spoiled = again.filter((held) => copied.has(held.step.secret) && !isAsWritten(held));
  const failures = errors.length > 0 ? errors : spoiledErrors(task, ports, spoiled);
  // The source may have been changed since it was read.
  const differing = new Set(again.flatMap((held) => (isCopied(held) ? [] : [held.step.secret])));
  if (failures.length > 0) return { deleted: NONE, differing, errors: failures };
  return { differing, ...(await deleteMoved(task, ports, again, differing)) };
}

function spoiledErrors(
  { linked }: CopyTask,
  { stores }: MovePorts,
  spoiled: readonly StoredCopy[],
): readonly Diagnostic[] {
  const groups = byStore(spoiled, ({ destination }) => destination.reading.store);
  return [...groups].flatMap(([store, together]) => {
    const p = { secrets: together.map(({ step }) => step.secret), store: stores.called(store) };
    return together[0] === undefined ? [] : [storesIo.E1129(p, aboutOf(linked, together[0].step))];
  });
}

/** Reads that report how far they are: when a store is asked for a batch, as its answers come, and when it has answered. */
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Stores } from '../../stores/stores.js';
import { mayPrompt } from '../may-prompt.js';
import type { Progress, ProgressStep } from '../ports.js';
import type { ReadStore } from './batch.js';

/** Stores with a batch under way, and how many answers of it have come. */
type UnderWay = Map<number, number>;

export interface WatchedReads {
  readonly read: ReadStore;
  /** An entry is in no store of its chain; what a store has is counted when it answers. */
  readonly lacked: () => void;
}

/** Of reads that nobody watches. */
export function unwatched(stores: Stores): WatchedReads {
  return { read: (store, addresses) => stores.read(store, addresses, 'reading'), lacked: () => {} };
}

export function watched(linked: LinkedPlan, stores: Stores, progress: Progress): WatchedReads {
  const underWay: UnderWay = new Map();
  let known = 0;
  // What one store lacks may still be looked for in the next: the count does not fall then.
  let most = 0;
  const tell = () => {
    const step = stepOf(linked, stores, underWay, known);
    most = Math.max(most, step?.done ?? 0);
    progress(step && { ...step, done: most });
  };
  const read: ReadStore = async (store, addresses) => {
    underWay.set(store, 0);
    tell();
    const answered = () => {
      const come = (underWay.get(store) ?? 0) + 1;
      // The last one comes with the batch.
      if (!underWay.has(store) || come >= addresses.length) return;
      underWay.set(store, come);
      tell();
    };
    const answers = await stores.read(store, addresses, 'reading', { answered });
    underWay.delete(store);
    for (const { kind } of answers) if (kind === 'found') known += 1;
    tell();
    return answers;
  };
  const lacked = () => {
    known += 1;
  };
  return { read, lacked };
}

/** Null while one of the stores may itself prompt on the terminal. */
function stepOf(linked: LinkedPlan, stores: Stores, underWay: UnderWay, known: number): ProgressStep | null {
  const [first] = underWay.keys();
  if (first === undefined) return null;
  for (const index of underWay.keys()) if (mayPrompt(linked, index)) return null;
  let done = known;
  for (const come of underWay.values()) done += come;
  const others = underWay.size - 1;
  const what = `reading ${stores.called(first)}${others === 0 ? '' : ` and ${others} more`}`;
  return { done, of: linked.reads.length, what };
}

/** Reads that report how far they are: when a store is asked for a batch, and when it has answered. */
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Stores } from '../../stores/stores.js';
import { mayPrompt } from '../may-prompt.js';
import type { Progress, ProgressStep } from '../ports.js';
import type { ReadStore } from './batch.js';

export function watched(linked: LinkedPlan, stores: Stores, progress: Progress): ReadStore {
  const underWay = new Set<number>();
  let found = 0;
  return async (store, addresses) => {
    underWay.add(store);
    progress(stepOf(linked, stores, underWay, found));
    const answers = await stores.read(store, addresses);
    underWay.delete(store);
    for (const { kind } of answers) if (kind === 'found') found += 1;
    progress(stepOf(linked, stores, underWay, found));
    return answers;
  };
}

/** Null while one of the stores may itself prompt on the terminal. */
function stepOf(linked: LinkedPlan, stores: Stores, underWay: ReadonlySet<number>, done: number): ProgressStep | null {
  const [first] = underWay;
  if (first === undefined) return null;
  for (const index of underWay) if (mayPrompt(linked, index)) return null;
  const others = underWay.size - 1;
  const what = `reading ${stores.called(first)}${others === 0 ? '' : ` and ${others} more`}`;
  return { done, of: linked.reads.length, what };
}

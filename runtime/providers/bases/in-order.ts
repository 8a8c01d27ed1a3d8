/** One after the other, for stores that take one change at a time. */
import type { Failed } from '../store-failure.js';
import { isOfTheLock } from './locks.js';

/** How far a failure reaches. */
export interface RequestReach<Item> {
  /** Whether every other item would meet it, too. */
  concernsAll(failure: Failed): boolean;
  /**
   * What must be unlocked for an item; null: nothing, or it is refused anyway. Asked only after a failure of a lock. Left out: one lock is
   * on all of them, so that `concernsAll` tells.
   */
  readonly lockOf?: (item: Item) => Promise<string | null>;
}

/** After a failure that other items would meet, too, none of these is tried: each gets that failure. Items behind other locks are. */
export async function inOrder<Item, Done extends { readonly kind: string }>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Done | Failed>,
  reach: RequestReach<Item>,
): Promise<readonly (Done | Failed)[]> {
  const done: (Done | Failed)[] = [];
  const stopped = new Map<string, Failed>();
  let ending: Failed | null = null;
  const lockOf = async (item: Item) => (await reach.lockOf?.(item)) ?? null;
  const stopOf = async (item: Item) => (stopped.size > 0 && stopped.get((await lockOf(item)) ?? '')) || null;
  for (const [index, item] of items.entries()) {
    const stop: Failed | null = ending ?? (await stopOf(item));
    const answer: Done | Failed = stop ?? (await work(item, index));
    done.push(answer);
    if (stop !== null || !isFailed(answer)) continue;
    if (reach.concernsAll(answer)) ending = answer;
    const lock = ending === null && isOfTheLock(answer) ? await lockOf(item) : null;
    if (lock !== null) stopped.set(lock, answer);
  }
  return done;
}

function isFailed(answer: { readonly kind: string }): answer is Failed {
  return answer.kind === 'failed';
}

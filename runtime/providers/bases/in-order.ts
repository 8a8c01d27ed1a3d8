/** One after the other, for stores that take one change at a time. */
import type { Failed } from '../store-failure.js';

/** After a failure that every other item would meet, too, none is tried: each gets that failure. */
export async function inOrder<Item, Done extends { readonly kind: string }>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Done | Failed>,
  concernsAll: (failure: Failed) => boolean,
): Promise<readonly (Done | Failed)[]> {
  const done: (Done | Failed)[] = [];
  let ending: Failed | null = null;
  for (const [index, item] of items.entries()) {
    const answer: Done | Failed = ending ?? (await work(item, index));
    if (isFailed(answer) && concernsAll(answer)) ending = answer;
    done.push(answer);
  }
  return done;
}

function isFailed(answer: { readonly kind: string }): answer is Failed {
  return answer.kind === 'failed';
}

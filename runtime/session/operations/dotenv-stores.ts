/** The dotenv stores of a chain: files that people also edit by hand. */
import type { LinkedPlan } from '../../link/linked-plan.js';

/** The positions of those that secrets are read from. */
export function dotenvStores({ reads, stores }: LinkedPlan): readonly number[] {
  const read = new Set(reads.flatMap(({ from }) => from.map(({ store }) => store)));
  return stores.flatMap((store, index) =>
    store.kind === 'store' && store.scheme === 'dotenv' && read.has(index) ? [index] : [],
  );
}

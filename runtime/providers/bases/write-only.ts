/** What a store answers to a read that takes values and never shows them again (spec 2.9, providers-cloud 3.10 (4)). */
import type { Answer } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

/** Nothing is contacted: every read is refused in the same words. */
export function unreadable(entries: readonly unknown[], product: string): readonly Answer[] {
  return entries.map(() => failed('unsupported', `${product} never shows the values of its secrets`, HELP));
}

/** In place of a value that is kept. */
export function taken(product: string): Failed {
  return failed(
    'conflict',
    `another writer stored a value meanwhile, which ${product} does not show`,
    'run the command again',
  );
}

const HELP =
  'this store can only be written and listed: name one that can be read in `providers`, or with `--provider`';

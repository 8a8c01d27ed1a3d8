/** What a store answers to a read that takes values and never shows them again (spec 2.9, providers-cloud 3.10 (4)). */
import type { At } from '#schemas/stores/address.js';
import type { Answer } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

/** Nothing is contacted: an address that the store cannot have is refused as such, and every other read in the same words. */
export function unreadable(
  requests: readonly At[],
  problemOf: (at: At) => Failed | null,
  product: string,
): readonly Answer[] {
  const answer = failed('unsupported', `${product} never shows the values of its secrets`, HELP);
  return requests.map((at) => problemOf(at) ?? answer);
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

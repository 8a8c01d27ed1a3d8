/** Listings that come in pages. */
import type { Failed } from '../store-failure.js';
import { failed } from '../store-failure.js';

export interface Page<Item> {
  readonly kind: 'page';
  readonly items: readonly Item[];
  /** What to ask for next; null: this is the last one. */
  readonly next: string | null;
}

/** More than any store lists; without an end, a listing would be read forever. */
const MOST_PAGES = 1000;

/** The items of all pages, or the first failure: a listing that breaks off is not a shorter one. */
export async function itemsOfPages<Item>(
  page: (next: string | null) => Promise<Page<Item> | Failed>,
): Promise<readonly Item[] | Failed> {
  const items: Item[] = [];
  const asked = new Set<string>();
  let next: string | null = null;
  do {
    const got: Page<Item> | Failed = await page(next);
    if (got.kind === 'failed') return got;
    items.push(...got.items);
    next = got.next;
    if (next !== null && (asked.has(next) || asked.size >= MOST_PAGES))
      return failed('malformed', 'the server sent a listing without an end');
    if (next !== null) asked.add(next);
  } while (next !== null);
  return items;
}

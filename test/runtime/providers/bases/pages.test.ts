import { expect, test } from '@jest/globals';
import { itemsOfPages, type Page } from '#runtime/providers/bases/pages.js';
import { failed } from '#runtime/providers/store-failure.js';

const page = (items: readonly number[], next: string | null): Page<number> => ({ kind: 'page', items, next });

test('pages are read to the end, in order', async () => {
  const pages: Readonly<Record<string, Page<number>>> = { '': page([1, 2], 'b'), b: page([], 'c'), c: page([3], null) };
  expect(await itemsOfPages(async (next) => pages[next ?? ''] ?? page([], null))).toEqual([1, 2, 3]);
});

test('a listing that breaks off is a failure, not a shorter listing', async () => {
  const broken = failed('unreachable', 'gone');
  expect(await itemsOfPages(async (next) => (next === null ? page([1], 'b') : broken))).toBe(broken);
});

test.each([
  ['the same page again', () => 'b'],
  ['always another one', (count: number) => `${count}`],
])('a listing without an end is given up: %s', async (_, nextOf) => {
  let asked = 0;
  expect(await itemsOfPages(async () => page([1], nextOf(++asked)))).toMatchObject({ failure: { kind: 'malformed' } });
  expect(asked).toBeLessThanOrEqual(1001);
});

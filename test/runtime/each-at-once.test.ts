import { expect, test } from '@jest/globals';
import { concurrencyOf, eachAtOnce } from '#runtime/each-at-once.js';

const limitFor = (text: string) => concurrencyOf(text);

test('results keep the order of the items, and no more than the limit are under way', async () => {
  let running = 0;
  let most = 0;
  const work = async (item: number) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < item % 4; turn++) await new Promise(setImmediate);
    running -= 1;
    return item * 2;
  };
  const items = Array.from({ length: 20 }, (_, index) => index);
  expect(await eachAtOnce(items, 3, work)).toEqual(items.map((item) => item * 2));
  expect(most).toBe(3);
});

test('nothing to do is done at once', async () => expect(await eachAtOnce([], 8, async () => 1)).toEqual([]));

test('a failure comes out', async () => {
  const work = async (item: number) => {
    if (item === 2) throw new Error('two');
  };
  await expect(eachAtOnce([1, 2, 3], 2, work)).rejects.toThrow('two');
});

test.each([
  ['3', 3],
  [' 16\n', 16],
  ['1', 1],
  ['0', 8],
  ['-1', 8],
  ['2.5', 8],
  ['many', 8],
  ['', 8],
])('TOOL_PROVIDER_CONCURRENCY=%j means %d', (text, limit) => expect(limitFor(text)).toBe(limit));

test('eight at once where nothing is said', () => expect(concurrencyOf(undefined)).toBe(8));
test('over HTTP sixteen', () => expect(concurrencyOf(undefined, 'http')).toBe(16));
test('over HTTP as many as are said', () => expect(concurrencyOf('3', 'http')).toBe(3));

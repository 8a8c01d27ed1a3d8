import { expect, test } from '@jest/globals';
import { jsonTape } from '#runtime/decode/json-tape.js';

const bytesOf = (text: string) => {
  const { starts, ends, keys, after } = jsonTape(text);
  return [starts, ends, keys, after].reduce((sum, { byteLength }) => sum + byteLength, 0);
};
const MILLION = 1_000_000;

test.each([
  ['deep', `${'['.repeat(MILLION)}${']'.repeat(MILLION)}`],
  ['open', '['.repeat(MILLION)],
  ['deep in objects', `${'{"":'.repeat(MILLION)}0${'}'.repeat(MILLION)}`],
  ['wide', `[${'1,'.repeat(MILLION)}1]`],
  ['small', '{"a":[1,2]}'],
])('a %s document takes eight bytes a character, and some', (_, text) => {
  expect(bytesOf(text)).toBeLessThanOrEqual(8 * text.length + 16);
});

test.each(['1', '[]', '{}', '[1]', '[[[1]]]', '[1,2,3]', '[[],[]]', '{"":{"":1}}', '[{},[[1,2],3]]'])(
  'there is room for each value of %s',
  (text) => {
    const { starts, ends, after, invalidAt } = jsonTape(text);
    const count = after[0] ?? 0;
    expect(invalidAt).toBeNull();
    expect(count).toBeLessThanOrEqual(starts.length);
    expect(text.slice(starts[count - 1], ends[count - 1])).toMatch(/^(?:\[\]|\{\}|[0-9])$/u);
    for (let value = 0; value < count; value++)
      expect(() => JSON.parse(text.slice(starts[value], ends[value]))).not.toThrow();
  },
);

test('a value knows where it ends, and what follows it', () => {
  const { starts, ends, after } = jsonTape(' [ {"a" : [ 1 ] } , 2 ]');
  expect([...starts.subarray(0, 5)]).toEqual([1, 3, 10, 12, 20]);
  expect([...ends.subarray(0, 5)]).toEqual([23, 17, 15, 13, 21]);
  expect([...after.subarray(0, 5)]).toEqual([5, 4, 4, 4, 5]);
});

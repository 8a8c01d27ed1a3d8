/** JSON that is spelled in pieces is the JSON that is spelled at once. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonPieces, jsonText } from '#runtime/cli/views/json-text.js';

const listOf = (length: number) => Array.from({ length }, (_, index) => ({ at: `entry ${index}`, in: [index] }));

test.each([{}, { none: undefined }, { a: 1, none: undefined, b: [] }, { ['__proto__']: [{}] }])('%j', (value) => {
  expect([...jsonPieces(value)].join('')).toBe(jsonText(value));
});

test('of lists longer than a part, and as long as some', () => {
  for (const length of [999, 1_000, 1_001, 2_000, 2_345]) {
    const value = { first: listOf(length), 'sec"ond': { inner: listOf(3) }, third: listOf(length + 1) };
    const pieces = [...jsonPieces(value)];
    expect(pieces.join('')).toBe(jsonText(value));
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(100_000);
  }
});

test('of any object', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
      expect([...jsonPieces(value)].join('')).toBe(jsonText(value));
    }),
  );
});

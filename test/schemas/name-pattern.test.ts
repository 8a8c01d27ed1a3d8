import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fitsPattern } from '#schemas/name-pattern.js';

test.each([
  ['DB_URL', 'DB_URL'],
  ['DB_URL', '*'],
  ['DB_URL', 'DB_*'],
  ['DB_URL', '*_URL'],
  ['DB_URL', '*B*R*'],
  ['DB_URL', 'DB_U?L'],
  ['DB_URL', '??????'],
  ['DB_URL', '***DB_URL***'],
  ['ünï', '?n?'],
  ['𝒜B', '?B'],
  ['', '*'],
])('%p fits %p', (name, pattern) => expect(fitsPattern(name, pattern)).toBe(true));

test.each([
  ['DB_URL', 'DB'],
  ['DB_URL', 'db_url'],
  ['DB_URL', 'DB_URL?'],
  ['DB_URL', '*X*'],
  ['DB_URL', 'D.*'],
  ['DB_URL', ''],
  ['', '?'],
])('%p does not fit %p', (name, pattern) => expect(fitsPattern(name, pattern)).toBe(false));

test('as the same regular expression', () => {
  const letter = fc.constantFrom('a', 'b', '_');
  const name = fc.string({ unit: letter, maxLength: 8 });
  const pattern = fc.string({ unit: fc.oneof(letter, fc.constantFrom('*', '?')), maxLength: 6 });
  fc.assert(
    fc.property(name, pattern, (text, asked) => {
      const expression = new RegExp(`^${asked.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'u');
      expect(fitsPattern(text, asked)).toBe(expression.test(text));
    }),
  );
});

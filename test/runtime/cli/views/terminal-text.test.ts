import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { columnsOf, escapeForTerminal } from '#runtime/cli/views/terminal-text.js';
import { shortened } from '#schemas/shortened.js';

test.each([
  ['plain é 漢字 👩‍👩‍👧 ❤️', 'plain é 漢字 👩‍👩‍👧 ❤️'],
  ['\x1b[31mred\x1b[0m', '\\x1b[31mred\\x1b[0m'],
  ['a\nb\r\tc', 'a\\nb\\r\\tc'],
  ['\0\x07\x7f', '\\x00\\x07\\x7f'],
  ['\x9b31m\x85', '\\x9b31m\\x85'],
  ['\u202eevil\u2066', '<U+202E>evil<U+2066>'],
  ['\u200e\u061c', '<U+200E><U+061C>'],
  ['\u2028\u2029', '<U+2028><U+2029>'],
  ['\ufeffa\u200bb\u00adc', '<U+FEFF>a<U+200B>b\\xadc'],
  ['\u{e0041}', '<U+E0041>'],
  ['\ud800', '<U+D800>'],
])('%j is shown as %s', (text, shown) => expect(escapeForTerminal(text)).toBe(shown));

test('nothing that acts on a terminal comes through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = escapeForTerminal(text);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
      expect(escapeForTerminal(shown)).toBe(shown);
    }),
  );
});

test.each([
  ['a', 1],
  ['é', 1],
  ['\u0301', 0],
  ['\u200d', 0],
  ['漢', 2],
  ['한', 2],
  ['（', 2],
  ['😀', 2],
  ['𝒜', 1],
])('%s takes %d columns', (character, columns) => expect(columnsOf(character)).toBe(columns));

test('long text is cut between characters', () => {
  expect(shortened('abcde', 5)).toBe('abcde');
  expect(shortened('abcdef', 5)).toBe('abcd…');
  expect(shortened('abc😀😀', 5)).toBe('abc…');
});

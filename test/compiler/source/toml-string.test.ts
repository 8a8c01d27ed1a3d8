import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { endOfString, spanInString, valueOfString } from '#compiler/source/toml-string.js';

/** A stretch of a string: how it is spelled, and what it says. */
interface Piece {
  readonly raw: string;
  readonly says: string;
}
const same = (text: string): Piece => ({ raw: text, says: text });
const plain = fc.stringMatching(/^[ a-z$é😀]{1,5}$/u).map(same);
const escaped = fc.constantFrom<Piece>(
  { raw: '\\n', says: '\n' },
  { raw: '\\"', says: '"' },
  { raw: '\\\\', says: '\\' },
  { raw: '\\e', says: '\x1b' },
  { raw: '\\x41', says: 'A' },
  { raw: '\\u00e9', says: 'é' },
  { raw: '\\U0001F600', says: '😀' },
);
const kinds = [
  { open: '"', close: '"', piece: fc.oneof(plain, escaped) },
  { open: "'", close: "'", piece: fc.oneof(plain, fc.constant(same('\\n'))) },
  {
    open: '"""\r\n',
    close: '"""',
    piece: fc.oneof(plain, escaped, fc.constantFrom(...['\n', '\r\n', '"b'].map(same))),
  },
  { open: "'''", close: "'''", piece: fc.oneof(plain, fc.constantFrom(...['\\', 'a\n', "'b"].map(same))) },
];
const spelled = (pieces: readonly Piece[]) => pieces.map(({ raw }) => raw).join('');
const said = (pieces: readonly Piece[]) => pieces.map(({ says }) => says).join('');

test.each(kinds)(
  'in $close a string says what it says, and every part is where it was written',
  ({ open, close, piece }) => {
    const some = fc.array(piece, { minLength: 1 });
    fc.assert(
      fc.property(some, some, some, (before, part, after) => {
        const all = [...before, ...part, ...after];
        const text = `x=${open}${spelled(all)}${close}`;
        expect(endOfString(`${text}\ny=1`, 2)).toBe(text.length);
        const written = text.slice(2);
        expect(valueOfString(written)).toBe(parse(text)['x']);
        expect(valueOfString(written)).toBe(said(all));
        const start = said(before).length;
        const found = spanInString(written, { start, end: start + said(part).length });
        expect(written.slice(found.start, found.end)).toBe(spelled(part));
      }),
    );
  },
);

const stringIn = (text: string) => text.slice(0, endOfString(text, 0));
test.each([
  ['"a" b', '"a"'],
  ['"" b', '""'],
  ["'\\' b", "'\\'"],
  ['"\\"" b', '"\\""'],
  ['"""a"""" b', '"""a""""'],
  ['"""a""""" b', '"""a"""""'],
  ['"""a"""""" b', '"""a"""""'],
  ['"""a\\""" b"""', '"""a\\""" b"""'],
  ['"open\nb"', '"open'],
  ['"open\\\nb"', '"open\\'],
  ['"""open\nb"', '"""open\nb"'],
  ['"', '"'],
  ['"\\', '"\\'],
])('%j starts with the string %j', (text, string) => expect(stringIn(text)).toBe(string));

test('parts beyond the end are at the end', () => {
  expect(spanInString('"ab"', { start: 5, end: 9 })).toEqual({ start: 3, end: 3 });
});
test('parts of the empty string are between its quotes', () => {
  expect(spanInString('""', { start: 0, end: 0 })).toEqual({ start: 1, end: 1 });
});

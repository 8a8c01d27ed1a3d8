import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { iniDocument } from '#runtime/decode/ini-document.js';
import { pointerSegments } from '#schemas/json-pointer.js';

const select = (document: string, pointer: string) => {
  const extracted = iniDocument(document).select(pointerSegments(pointer));
  return extracted.kind === 'selected' ? extracted.text : extracted.reason;
};
const NOTHING = 'it has no value at that pointer';

const document = `top = 1
; a comment
  # another
colon: c:d=e
[database]
password = p@ss#word;still
Password=other
path = C:\\dir\\new\\
next = x
empty =
spaced   =   in  side\t
double = "a" x
single = 'b"c'
lines = "one
two" three
same = first
same = second

[ a/b ]
k = v
[DEFAULT]
k = def
[database]
password = late
only = here
`;
test.each([
  ['/top', '1'],
  ['/colon', 'c:d=e'],
  ['/database/password', 'p@ss#word;still'],
  ['/database/Password', 'other'],
  ['/database/path', 'C:\\dir\\new\\'],
  ['/database/next', 'x'],
  ['/database/empty', ''],
  ['/database/spaced', 'in  side'],
  ['/database/double', 'a x'],
  ['/database/single', 'b"c'],
  ['/database/lines', 'one\ntwo three'],
  ['/database/same', 'first'],
  ['/a~1b/k', 'v'],
  ['/DEFAULT/k', 'def'],
])('%s is selected', (pointer, value) => {
  expect(select(document, pointer)).toBe(value);
  if (!value.includes('\n')) expect(select(document.replaceAll('\n', '\r\n'), pointer)).toBe(value);
});

test.each([
  '/k',
  '/database/only',
  '/database/nope',
  '/DATABASE/password',
  '/TOP',
  '/default/k',
  '/toString',
  '/ a~1b /k',
])('%s is not there', (pointer) => expect(select(document, pointer)).toBe(NOTHING));
test.each(['', '/', '/a/b/c', '//k', '/a/'])('the pointer %j leads nowhere in INI', (pointer) =>
  expect(select(document, pointer)).toBe('a pointer into INI is `/key` or `/section/key`'),
);

test.each([
  ['a=1\nb', 2],
  ['b\na=1', 1],
  ['=1', 1],
  [' : x', 1],
  ['a=1\n[open', 2],
  ['[', 1],
  ['[a] ; comment', 1],
  ['[a] b=1', 1],
  ['a=1\n\nb="open\nc=2', 3],
  ["a='", 1],
  ['\ufeff[a]\nb=1', 1],
])('%j is not INI', (text, line) => {
  expect(select(text, '/a')).toBe(`it is not valid INI (line ${line})`);
  expect(select(text, '/x/y')).toBe(`it is not valid INI (line ${line})`);
});

test('a byte order mark belongs to the first key', () => {
  expect(select('\ufeffa=1', '/a')).toBe(NOTHING);
  expect(select('\ufeffa=1', '/\ufeffa')).toBe('1');
});
test('an empty document has nothing', () => expect(select('', '/a')).toBe(NOTHING));
test('the rest of a quoted line is kept as it is', () => {
  expect(select('a="b" "c" ', '/a')).toBe('b "c"');
  expect(select('a=" b "', '/a')).toBe(' b ');
  expect(select('a=b "c"', '/a')).toBe('b "c"');
  expect(select('a="b\\"', '/a')).toBe('b\\');
});

test('what is written is read', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9_./~é-]{1,8}$/u);
  const value = fc.stringMatching(/^(?:[^\s"'\ufeff][^\n\r\ufeff]*)?$/u).filter((text) => text === text.trim());
  const escaped = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');
  const sections = fc.dictionary(word, fc.dictionary(word, value, { minKeys: 1 }));
  fc.assert(
    fc.property(
      sections,
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('=', ' = ', ':\t'),
      (written, end, separator) => {
        const lines = Object.entries(written).flatMap(([section, entries]) => [
          `[${section}]`,
          ...Object.entries(entries).map(([key, of]) => `${key}${separator}${of}`),
        ]);
        const text = lines.join(end);
        for (const [section, entries] of Object.entries(written)) {
          for (const [key, of] of Object.entries(entries))
            expect(select(text, `/${escaped(section)}/${escaped(key)}`)).toBe(of);
        }
      },
    ),
  );
});

test.each(['[', '=', '"', 'a=1\n', 'a="', ' ', '\n', '[a]\n', 'a="\n"\n'])(
  'a million times %j does no harm',
  (text) => {
    expect(iniDocument(text.repeat(1_000_000)).select(['x', 'y']).kind).toBe('failed');
  },
);

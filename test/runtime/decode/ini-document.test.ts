import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { iniDocument } from '#runtime/decode/ini-document.js';
import { pointerSegments } from '#schemas/json-pointer.js';
import { REAL_FILES } from '../../helpers/ini/real-files.js';

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
password = late#r;
only = here
`;
test.each([
  ['/top', '1'],
  ['/colon', 'c:d=e'],
  ['/database/password', 'late#r;'],
  ['/database/Password', 'other'],
  ['/database/path', 'C:\\dir\\new\\'],
  ['/database/next', 'x'],
  ['/database/empty', ''],
  ['/database/spaced', 'in  side'],
  ['/database/double', 'a x'],
  ['/database/single', 'b"c'],
  ['/database/lines', 'one\ntwo three'],
  ['/database/same', 'second'],
  ['/a~1b/k', 'v'],
  ['/database/only', 'here'],
  ['/DEFAULT/k', 'def'],
])('%s is selected', (pointer, value) => {
  expect(select(document, pointer)).toBe(value);
  if (!value.includes('\n')) expect(select(document.replaceAll('\n', '\r\n'), pointer)).toBe(value);
});

test.each(['/k', '/database/nope', '/DATABASE/password', '/TOP', '/default/k', '/toString', '/ a~1b /k'])(
  '%s is not there',
  (pointer) => expect(select(document, pointer)).toBe(NOTHING),
);
test.each(['', '/', '/a/b/c', '//k', '/a/'])('the pointer %j leads nowhere in INI', (pointer) =>
  expect(select(document, pointer)).toBe('a pointer into INI is `/key` or `/section/key`'),
);

const cases = REAL_FILES.map((file) => [file.name, file] as const);
test.each(cases)('%s', (_, { text, values, fails = [] }) => {
  for (const written of [text, text.replaceAll(/\r?\n/gu, '\r\n'), text.trimEnd()]) {
    const found = Object.keys(values).map((pointer) => [pointer, select(written, pointer).replaceAll('\r\n', '\n')]);
    expect(Object.fromEntries(found)).toEqual(values);
    for (const pointer of fails) expect(iniDocument(written).select(pointerSegments(pointer)).kind).toBe('failed');
  }
});

test.each([
  ['a=1\nb', '/b', 'its key has no value (line 2)'],
  ['a=1\n\nb="open\nc=2', '/b', 'the quote of its value is not closed (line 3)'],
  ["a='", '/a', 'the quote of its value is not closed (line 1)'],
  ['=1', '/a', `${NOTHING}; line 1 is not valid INI`],
  ['\ufeff\n : x', '/a', `${NOTHING}; line 2 is not valid INI`],
  ['a=1\n[open\nb=2', '/b', `${NOTHING}; line 2 is not valid INI`],
  ['[', '/a', `${NOTHING}; line 1 is not valid INI`],
])('of %j, %s cannot be selected', (text, pointer, reason) => expect(select(text, pointer)).toBe(reason));

test('an empty document has nothing', () => expect(select('', '/a')).toBe(NOTHING));
test('the rest of a quoted line is kept as it is', () => {
  expect(select('a="b" "c" ', '/a')).toBe('b "c"');
  expect(select('a=" b "', '/a')).toBe(' b ');
  expect(select('a=b "c"', '/a')).toBe('b "c"');
  expect(select('a="b\\"', '/a')).toBe('b\\');
});

test.each(['"', "'", '"""'])(
  'a value between %s ends where they close, also on a line that looks like a key',
  (quote) => {
    const text = `a=${quote}one\nurl = x${quote} ; note\nb=2`;
    expect([select(text, '/a'), select(text, '/b')]).toEqual(['one\nurl = x', '2']);
  },
);

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

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonDocument, renderJsonValue } from '#runtime/decode/json-document.js';
import { pointerSegments } from '#schemas/json-pointer.js';
import { tried } from '../../helpers/thoroughness.js';

const read = (text: string) => jsonDocument(text, () => true);
const select = (document: string, pointer: string) => {
  const extracted = read(document).select(pointerSegments(pointer));
  return extracted.kind === 'selected' ? extracted.text : extracted.reason;
};
const NOTHING = 'it has no value at that pointer';

const document = `{
  "db": { "user": "u", "n": 1.50, "big": 12345678901234567890, "e": 1E2, "far": 1e400, "t": true, "z": null },
  "list": [ "h0", [ 1 , { "b" : 2, "a" : [ ] } ] ],
  "a/b": { "~k": "esc" }, "": "nameless", "q": "say \\"hi\\"\\n\\u00e9\\ud83d\\ude00", "text": "1.50"
}
`;
test.each([
  ['/db/user', 'u'],
  ['/db/n', '1.50'],
  ['/db/big', '12345678901234567890'],
  ['/db/e', '1E2'],
  ['/db/far', '1e400'],
  ['/db/t', 'true'],
  ['/db/z', 'null'],
  ['/list/0', 'h0'],
  ['/list/1', '[1,{"b":2,"a":[]}]'],
  ['/list/1/1/a', '[]'],
  ['/a~1b/~0k', 'esc'],
  ['/', 'nameless'],
  ['/q', 'say "hi"\né😀'],
  ['/text', '1.50'],
])('%s is selected', (pointer, value) => expect(select(document, pointer)).toBe(value));

test.each([
  '/nope',
  '/db/user/x',
  '/list/2',
  '/list/00',
  '/list/-',
  '/list/01',
  '/list/x',
  '/db/USER',
  '/db/',
  '/toString',
  '/db/n/0',
])('%s is not there', (pointer) => expect(select(document, pointer)).toBe(NOTHING));

test('the empty pointer selects the document', () => {
  expect(select(' { "a" : [ 1 , 2 ] } ', '')).toBe('{"a":[1,2]}');
  expect(select('\r\n"a b"\t', '')).toBe('a b');
  expect(select('1.0', '')).toBe('1.0');
});

test('blanks inside strings stay', () => expect(select('{"a" : {"b c" : " d  e "}}', '/a')).toBe('{"b c":" d  e "}'));
test('escapes inside what is cut out stay', () => expect(select('[ [ "\\u0041" ] ]', '/0')).toBe('["\\u0041"]'));

test.each([
  ['{"a":1,"a":2}', '/a', '2'],
  ['{"a":{"x":1},"a":{"y":2}}', '/a/x', NOTHING],
  ['{"a":{"x":1},"a":5}', '/a/x', NOTHING],
  ['{"a":5,"a":{"x":1}}', '/a/x', '1'],
  ['{"a":[1],"a":[]}', '/a/0', NOTHING],
  ['{"\\u0061":1,"a":2,"\\u0061":3}', '/a', '3'],
  ['{"a":{"x":1,"x":{}},"b":{"a":{"x":2}}}', '/a/x', '{}'],
])('of equal members the last counts: %s %s', (text, pointer, value) => expect(select(text, pointer)).toBe(value));

test.each(['{"b":{},"c":1}', '{"b":[{"a":1}],"c":{"a":2}}', '[{"a":1}]', '[[]]'])(
  'neighbours are not mistaken for the value: %s',
  (text) => expect(select(text, '/a')).toBe(NOTHING),
);

test.each([
  ['', 'line 1, column 1'],
  ['{nope', 'line 1, column 2'],
  ['{"a":1}\n x', 'line 2, column 2'],
  ['{\ufeff}', 'line 1, column 2'],
  ['\ufeff\ufeff{}', 'line 1, column 1'],
  ['[1,]', 'line 1, column 4'],
  ['{"a":1,}', 'line 1, column 8'],
  ['[01]', 'line 1, column 3'],
  ['[1.]', 'line 1, column 3'],
  ['[+1]', 'line 1, column 2'],
  ['[.5]', 'line 1, column 2'],
  ['["a\tb"]', 'line 1, column 4'],
  ['["\\x41"]', 'line 1, column 3'],
  ['["\\ud800"]', 'line 1, column 2'],
  ['["\\udc00\\ud800"]', 'line 1, column 2'],
  ['{"\\ud800":1}', 'line 1, column 2'],
  ['{"a"}', 'line 1, column 5'],
  ['{1:2}', 'line 1, column 2'],
  ['[1 2]', 'line 1, column 4'],
  ['[1', 'line 1, column 3'],
  ['"open', 'line 1, column 6'],
  ["'a'", 'line 1, column 1'],
  ['// c\n1', 'line 1, column 1'],
  ['{"a":1]', 'line 1, column 7'],
  ['\u00a0{}', 'line 1, column 1'],
  ['nulls', 'line 1, column 5'],
  ['😀', 'line 1, column 1'],
])('%j is not JSON', (text, where) => {
  expect(select(text, '')).toBe(`it is not valid JSON (${where})`);
  expect(select(text, '/a')).toBe(`it is not valid JSON (${where})`);
});

test('what is wrong after the value still counts', () =>
  expect(select('{"a":1,"b":}', '/a')).toMatch('not valid JSON'));

test('null can be told from the text null', () => {
  expect(read('{"a": null, "b": "null"}').find(['a'])).toEqual({ kind: 'found', raw: 'null' });
  expect(read('{"a": null, "b": "null"}').find(['b'])).toEqual({ kind: 'found', raw: '"null"' });
  expect(renderJsonValue('"null"')).toBe('null');
});

type Path = readonly (string | number)[];
const pathsOf = (value: unknown): Path[] => [
  [],
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, member]) =>
        pathsOf(member).map((path) => [Array.isArray(value) ? Number(key) : key, ...path]),
      )
    : []),
];
const valueAt = (value: unknown, path: Path) =>
  path.reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], value);

test('every value of a document is found where JSON.parse sees it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'), (value, blanks) => {
      const text = JSON.stringify(value, null, blanks);
      const parsed: unknown = JSON.parse(text);
      const inside = read(text);
      for (const path of pathsOf(parsed)) {
        const wanted = valueAt(parsed, path);
        const expected = typeof wanted === 'string' ? wanted : JSON.stringify(wanted);
        expect(inside.select(path.map(String))).toEqual({ kind: 'selected', text: expected });
      }
    }),
  );
});

test('what JSON.parse refuses is refused, and nothing else', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    'n',
    'null',
    'true',
    '1',
    '-',
    '.5',
    'e1',
    '0',
    ' ',
    '\n',
    '\t',
    '\v',
    '\0',
    '/',
  );
  const isJson = (text: string) => {
    try {
      return JSON.parse(text) !== undefined;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      expect(read(text).select([]).kind).toBe(isJson(text) ? 'selected' : 'failed');
    }),
    { numRuns: tried(5000) },
  );
});

test.each([
  ['open arrays', '['.repeat(1_000_000), 'failed'],
  ['nested arrays', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, 'selected'],
  ['open objects', '{"a":'.repeat(500_000), 'failed'],
  ['backslashes', `"${'\\'.repeat(2_000_000)}"`, 'selected'],
  ['a long string', `"${'x'.repeat(5_000_000)}"`, 'selected'],
  ['digits', '1'.repeat(5_000_000), 'selected'],
  ['blanks', ' '.repeat(5_000_000), 'failed'],
])('%s do no harm', (_, text, kind) => expect(read(text).select([]).kind).toBe(kind));

test('a byte order mark before a document is skipped', () => {
  expect(select('\ufeff{"a" : 1}', '/a')).toBe('1');
  expect(select('\ufeff{"a" : 1}', '')).toBe('{"a":1}');
  expect(select('\ufeff["\ufeff"]', '/0')).toBe('\ufeff');
});

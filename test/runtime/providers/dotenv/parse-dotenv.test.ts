import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Dotenv, parseDotenv } from '#runtime/providers/dotenv/parse-dotenv.js';

const parsed = (text: string): Dotenv => {
  const found = parseDotenv(text);
  if (found.kind === 'malformed') throw new Error(`line ${found.line}, column ${found.column}: ${found.problem}`);
  return found;
};
const pairs = (text: string) => parsed(text).assignments.map(({ key, value }) => [key, value]);
const meantBy = (written: string) => pairs(`A=${written}\nB=next\n`)[0]?.[1];
const fault = (text: string) => {
  const found = parseDotenv(text);
  return found.kind === 'dotenv' ? 'no fault' : `${found.line}:${found.column} ${found.problem}`;
};

test('keys may hold hyphens, dots, digits first and letters of any script', () =>
  expect(pairs('a-b=1\n.dot=2\n1LEADING=3\ncafé=4\n"q"=5\nexport=6')).toEqual([
    ['a-b', '1'],
    ['.dot', '2'],
    ['1LEADING', '3'],
    ['café', '4'],
    ['"q"', '5'],
    ['export', '6'],
  ]));

test('`export` before a key is a word, before `=` it is the key', () =>
  expect(pairs('export A=1\n  export\tB = 2\nexport =3\nexported=4')).toEqual([
    ['A', '1'],
    ['B', '2'],
    ['export', '3'],
    ['exported', '4'],
  ]));

test('blank lines, comments and every kind of line end separate assignments', () =>
  expect(pairs('\ufeff \n# A=0\n\t# A=0\r\nA=1\r\nB=2\rC=3\n\n\n\u00a0 D=4')).toEqual([
    ['A', '1'],
    ['B', '2'],
    ['C', '3'],
    ['D', '4'],
  ]));

test.each([
  ['x', 'x'],
  [' \t x y \t ', 'x y'],
  ['', ''],
  ['   ', ''],
  ['# comment', ''],
  ['  # comment', ''],
  ['x#y', 'x#y'],
  ['x #y', 'x'],
  ['x\u3000#y', 'x'],
  ['a=b==', 'a=b=='],
  ["it's # x", "it's # x"],
  ['a "b # c" d # e', 'a "b # c" d'],
  [`a "b' # c" # d`, `a "b' # c"`],
  ['a\\"b # c', 'a"b'],
  ['a\\ \\#b', 'a #b'],
  ['a\\ ', 'a '],
  ['a\\  ', 'a '],
  ['\\x \\n C:\\path', '\\x \\n C:\\path'],
  ['a\\', 'a\\'],
  ['\\\\ \\` \\$ \\\t', '\\ ` $ \t'],
  ['$2a$10$abc \x24{B} $(id)', '$2a$10$abc \x24{B} $(id)'],
])('bare %j means %j', (written, value) => expect(meantBy(written)).toBe(value));

test.each([
  ['""', ''],
  ['"  a # b  "  # comment', '  a # b  '],
  ['"a"#comment', 'a'],
  ['"\\a\\b\\f\\n\\r\\t\\v\\\\\\"\\\'\\$"', '\x07\b\f\n\r\t\v\\"\'$'],
  ['"\\x \\` \\# \\ "', '\\x \\` \\# \\ '],
  ['"l1\nl2\r\nl3\rl4"', 'l1\nl2\nl3\nl4'],
  ['"a\\\r\nb"', 'a\\\nb'],
  ['"it\'s $x"', "it's $x"],
])('in double quotes %j means %j', (written, value) => expect(meantBy(written)).toBe(value));

test.each([
  ["''", ''],
  ['\'a\\nb "q" $x #\'', 'a\\nb "q" $x #'],
  ["'it\\'s \\\\'", "it's \\"],
  ["'l1\r\nl2' # comment", 'l1\nl2'],
])('in single quotes %j means %j', (written, value) => expect(meantBy(written)).toBe(value));

test.each([
  ['A=1\n\n =canary', '3:2 expected a key before `=`'],
  ['A=1\r\ncanary\r\nB=2', '2:7 expected `=` after the key'],
  ['canary key=1', '1:8 expected `=` after the key'],
  ['canary#=1', '1:7 expected `=` after the key'],
  ['export\nA=1', '1:7 expected `=` after the key'],
  ['export canary', '1:14 expected `=` after the key'],
  ['A="canary\nmore', '1:3 unclosed quote'],
  ['A=1\rB=  \'canary"', '2:5 unclosed quote'],
  ['A="l1\nl2" canary', '2:5 unexpected text after the closing quote'],
  ['é😀 A="x"y', '1:4 expected `=` after the key'],
  ['😀="x"y', '1:6 unexpected text after the closing quote'],
  ['A\x01=canary', '1:2 unexpected control character in the key'],
  ['\ufeffA\x7f=canary', '1:2 unexpected control character in the key'],
  ['A=1\nB=can\0ary', '2:6 unexpected NUL character'],
])('%j is refused without being quoted', (text, said) => expect(fault(text)).toBe(said));

test('places are those of the lines and of the value as written', () => {
  const text = '\ufeffA=1\r\n  export B = "2"  # two\r\nC=';
  const places = parsed(text).assignments.map(({ start, end, valueStart, valueEnd }) => [
    text.slice(start, end),
    text.slice(valueStart, valueEnd),
  ]);
  expect(places).toEqual([
    ['A=1\r\n', '1'],
    ['  export B = "2"  # two\r\n', '"2"'],
    ['C=', ''],
  ]);
});

// Ten times the text may cost ten times the steps, not a hundred; each of these would run for minutes otherwise.
test.each([
  ['comments', '# no equals sign here\n'],
  ['bare values with many quotes and hashes', `A=${'"#\' '.repeat(30)}\n`],
  ['escapes', `A="${'\\n'.repeat(50)}"\n`],
  ['blanks', `A=x${' '.repeat(100)}\n`],
])('a large file of %s is read in one pass', (_, line) =>
  expect(parseDotenv(line.repeat(100_000)).kind).toBe('dotenv'),
);

/** A plain line is matched as a whole; a blank after the value makes it one that is read character by character. */
test('a plain line means what it means with a blank after it', () => {
  const plain = fc.string({ unit: fc.constantFrom(...'AZaz09_!$%&()*+,-./:;<=>?@[]^{|}~'), maxLength: 12 });
  const key = fc.string({ unit: fc.constantFrom(...'AZaz09_'), minLength: 1, maxLength: 8 });
  const line = fc.tuple(key, plain).map(([name, value]) => `${name}=${value}`);
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', ''), (lines, end) => {
      const text = lines.join('\n') + (lines.length > 0 ? end : '');
      const found = parsed(text);
      expect(pairs(text)).toEqual(pairs(lines.map((one) => `${one} \n`).join('')));
      expect(found.assignments.map((one) => text.slice(one.start, one.end)).join('')).toBe(text);
      for (const one of found.assignments) expect(text.slice(one.valueStart, one.valueEnd)).toBe(one.value);
    }),
  );
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dotenvKeyProblem } from '#runtime/providers/dotenv/dotenv-key.js';
import { parseDotenv } from '#runtime/providers/dotenv/parse-dotenv.js';
import { renderAssignment, renderDotenvValue } from '#runtime/providers/dotenv/render-dotenv.js';

const pairs = (text: string) => {
  const found = parseDotenv(text);
  return found.kind === 'dotenv' ? found.assignments.map(({ key, value }) => [key, value]) : found;
};

test.each([
  '',
  'pa$$',
  '$VAR \x24{V}',
  'C:\\path',
  'ends with \\',
  '\\n as two',
  '{"a":"b"}',
  'a"b',
  "it's # x",
  'a#b',
  'a=b',
  'in ner\tblanks',
  '\x1b[0m',
])('%j stays bare', (value) => expect(renderDotenvValue(value)).toBe(value));

test.each([
  ['l1\nl2', '"l1\\nl2"'],
  ['a\rb', '"a\\rb"'],
  [' edge', '" edge"'],
  ['edge\t', '"edge\\t"'],
  ['"x', '"\\"x"'],
  ["'x'", '"\'x\'"'],
  ['#x', '"#x"'],
  ['a # b', '"a # b"'],
  ['a\\"b', '"a\\\\\\"b"'],
  ['a\\$b', '"a\\\\\\$b"'],
  ['\u2028', '"\u2028"'],
])('%j becomes %j', (value, written) => expect(renderDotenvValue(value)).toBe(written));

test('a comment that follows does not become part of the value', () => {
  expect(renderDotenvValue("it's", ' # comment')).toBe('"it\'s"');
  expect(renderDotenvValue('C:\\', ' # comment')).toBe('"C:\\\\"');
  expect(renderDotenvValue('x', '#comment')).toBe('"x"');
  expect(renderDotenvValue('x', ' # comment')).toBe('x');
});

const ALPHABET = ['\\', '"', "'", '#', ' ', '\t', '\n', '\r', '$', '`', 'n', 'x', '\u2028', '\ufeff', '😀', '='];
const TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
  fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 12 }),
);

test('every text without NUL is read back as it was, on one line', () => {
  const isReadBack = (text: string) => {
    const line = renderAssignment('A', text);
    expect(line).not.toMatch(/[\r\n]/);
    expect(pairs(`${line}\nB=1\n`)).toEqual([
      ['A', text],
      ['B', '1'],
    ]);
  };
  fc.assert(fc.property(TEXT, isReadBack), { numRuns: 2000 });
});

test('every key that is not refused is read back as it was', () => {
  const isReadBack = (key: string) => {
    const problem = dotenvKeyProblem(key);
    const isSame = JSON.stringify(pairs(renderAssignment(key, '1'))) === JSON.stringify([[key, '1']]);
    expect(problem === null).toBe(isSame);
  };
  fc.assert(fc.property(TEXT, isReadBack), { numRuns: 2000 });
});

test.each([
  ['', 'is empty'],
  ['with space', 'holds white space'],
  ['A\u0085B', 'holds a control character'],
  ['A\nB', 'holds white space'],
  ['A=B', 'holds a `=`'],
  ['A#B', 'holds a `#`'],
  ['A\x1b', 'holds a control character'],
  ['\ufeffA', 'starts with a byte order mark'],
])('%j is no key: it %s', (key, problem) => expect(dotenvKeyProblem(key)).toBe(problem));

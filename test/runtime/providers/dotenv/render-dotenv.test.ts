import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseDotenv } from '#runtime/providers/dotenv/parse-dotenv.js';
import { renderAssignment, renderDotenvValue } from '#runtime/providers/dotenv/render-dotenv.js';
import { dotenvKeyProblem } from '#schemas/providers/dotenv.js';
import { tried } from '../../../helpers/thoroughness.js';

const pairs = (text: string) => {
  const found = parseDotenv(text);
  return found.kind === 'dotenv' ? found.assignments.map(({ key, value }) => [key, value]) : found;
};

test.each(['', 'plain', 'in ner\tblanks', 'a=b', '{x}', '!%&*()[]<>|;,:?~', '\x1b[0m', 'née \u{1f600}'])(
  '%j stays bare',
  (value) => expect(renderDotenvValue(value)).toBe(value),
);

test.each([
  'pa$$',
  '$VAR',
  'C:\\path',
  '\\n as two',
  '{"a":"b\\"c"}',
  'a"b',
  'a#b',
  'a`b',
  '#x',
  'a # b',
  ' edge',
  'edge\t',
  '\u2028',
  '\ufeffx',
  'l1\n\n"l2"\n',
])('%j is put in single quotes', (value) => expect(renderDotenvValue(value)).toBe(`'${value}'`));

test.each([
  ["it's", '"it\'s"'],
  ["'x'", '"\'x\'"'],
  ["it's # x", '"it\'s # x"'],
  ["it's\n2", '"it\'s\\n2"'],
  ['a\rb', '"a\\rb"'],
  ["it's $X", '"it\'s $X"'],
])('%j becomes %j', (value, written) => expect(renderDotenvValue(value)).toBe(written));

test.each(['ends with \\', 'it\'s "quoted"', "it's C:\\new", 'it\'s "$HOME"'])(
  '%j stays bare, for no quotes are read alike',
  (value) => expect(renderDotenvValue(value)).toBe(value),
);

test.each([
  ['a\\\\b', '"a\\\\\\\\b"'],
  ['it\'s "quoted" #', '"it\'s \\"quoted\\" #"'],
  ['`"\'', '"`\\"\'"'],
  ['"$X\'', '"\\"\\$X\'"'],
  ['"5$\'', '"\\"5$\'"'],
  ['"\t\r\n\'', '"\\"\t\\r\\n\'"'],
])('%j has escapes: %j', (value, written) => expect(renderDotenvValue(value)).toBe(written));

test('a comment that follows does not become part of the value', () => {
  expect(renderDotenvValue('x', ' # comment')).toBe('x');
  expect(renderDotenvValue('x', ' # one # two')).toBe("'x'");
  expect(renderDotenvValue('x', '\t# comment')).toBe("'x'");
  expect(renderDotenvValue('x', '#comment')).toBe("'x'");
  expect(renderDotenvValue('', ' # comment')).toBe("''");
  expect(renderDotenvValue('C:\\', ' # comment')).toBe('"C:\\\\"');
});

const ALPHABET = ['\\', '"', "'", '#', ' ', '\t', '\n', '\r', '$', '`', 'n', 'x', '\u2028', '\ufeff', '😀', '='];
const TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
  fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 12 }),
);

test('every text without NUL is read back as it was', () => {
  const isReadBack = (text: string) => {
    const line = renderAssignment('A', text);
    expect(line).not.toMatch(/\r/);
    expect(pairs(`${line}\nB=1\n`)).toEqual([
      ['A', text],
      ['B', '1'],
    ]);
  };
  fc.assert(fc.property(TEXT, isReadBack), { numRuns: tried(2000) });
});

test('every key that is not refused is read back as it was', () => {
  const isReadBack = (key: string) => {
    const problem = dotenvKeyProblem(key);
    const isSame = JSON.stringify(pairs(renderAssignment(key, '1'))) === JSON.stringify([[key, '1']]);
    expect(problem === null).toBe(isSame);
  };
  fc.assert(fc.property(TEXT, isReadBack), { numRuns: tried(2000) });
});

test.each(['', 'with space', 'A\u0085B', 'A\nB', 'A=B', 'A#B', 'A\x1b', '\ufeffA'])('%j is no key', (key) => {
  expect(dotenvKeyProblem(key)).toContain('is not a valid dotenv key');
});

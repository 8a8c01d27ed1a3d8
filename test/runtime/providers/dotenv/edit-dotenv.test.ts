import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { editDotenv } from '#runtime/providers/dotenv/edit-dotenv.js';
import { type Dotenv, parseDotenv } from '#runtime/providers/dotenv/parse-dotenv.js';
import { renderDotenvValue } from '#runtime/providers/dotenv/render-dotenv.js';
import { tried } from '../../../helpers/thoroughness.js';

const parsed = (text: string): Dotenv => {
  const found = parseDotenv(text);
  if (found.kind === 'malformed') throw new Error(found.problem);
  return found;
};
const edited = (text: string, changes: Record<string, string | null>) =>
  editDotenv(parsed(text), new Map(Object.entries(changes)));

test('only the value changes: comment, spacing, `export` and line end stay', () =>
  expect(edited('# top\n\n  export A = "old"  # why\r\nB=2\n', { A: 'new' })).toBe(
    '# top\n\n  export A = new  # why\r\nB=2\n',
  ));

test('a value of several lines is written anew as a whole', () =>
  expect(edited('A="l1\nl2"\nB=2\n', { A: 'l1\nl3' })).toBe("A='l1\nl3'\nB=2\n"));

test('the last of repeated keys is changed and the others go with their lines', () =>
  expect(edited('A=1 # one\nB=2\nA=3 # three\n', { A: '4' })).toBe('B=2\nA=4 # three\n'));

test('removing takes every assignment of the key', () =>
  expect(edited('\ufeffA=1\n# kept\nB=2\nA="3\n3"\nC=4', { A: null, C: null })).toBe('\ufeff# kept\nB=2\n'));

test('a new key comes at the end, in the line ends of the file', () => {
  expect(edited('', { A: '1' })).toBe('A=1\n');
  expect(edited('\ufeff', { A: '1' })).toBe('\ufeffA=1\n');
  expect(edited('B=2', { A: '1' })).toBe('B=2\nA=1\n');
  expect(edited('B=2\r\n# end', { A: '1' })).toBe('B=2\r\n# end\r\nA=1\r\n');
  expect(edited('B=2\rC=3\r', { A: '1' })).toBe('B=2\rC=3\rA=1\r');
});

test('several changes are made at once, in the order of the file', () =>
  expect(edited('A=1\nB=2\nC=3\n', { D: '4', C: '33', A: null })).toBe('B=2\nC=33\nD=4\n'));

test('an empty value takes its place behind `=`', () => {
  expect(edited('A= # empty\n', { A: 'x' })).toBe('A=x # empty\n');
  expect(edited('A=#empty\n', { A: 'x' })).toBe("A='x'#empty\n");
  expect(edited('A="x" # full\n', { A: '' })).toBe("A='' # full\n");
});

test('what has the value already keeps its spelling', () =>
  expect(edited("A='x'\nB = 1\n", { A: 'x' })).toBe("A='x'\nB = 1\n"));

test('removing what is not there changes nothing', () => expect(edited('A=1', { B: null })).toBe('A=1'));

const VALUE = fc.oneof(
  fc.string({ unit: fc.constantFrom('\\', '"', "'", '#', ' ', '\n', '\r', '$', 'x'), maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.replaceAll('\0', '')),
);
// A lone CR before a line that goes would meet the LF of the next one; real files do not mix them.
const LINE_END = fc.constantFrom(fc.constant('\r'), fc.constantFrom('\n', '\r\n'));
const KEY = fc.constantFrom('A', 'B', 'C', 'export');
const ASSIGNMENT = fc
  .record({
    before: fc.constantFrom('', '  ', 'export '),
    key: KEY,
    equals: fc.constantFrom('=', ' = '),
    value: VALUE,
    behind: fc.constantFrom('', '  ', ' # comment', "\t#it's"),
  })
  .map(
    ({ before, key, equals, value, behind }) => `${before}${key}${equals}${renderDotenvValue(value, behind)}${behind}`,
  );
const LINE = fc.oneof(ASSIGNMENT, fc.constantFrom('', '   ', '# A=1', '  # note "'));
const FILE = LINE_END.chain((lineEnd) =>
  fc
    .tuple(fc.constantFrom('', '\ufeff'), fc.array(fc.tuple(LINE, lineEnd), { maxLength: 6 }), fc.option(LINE))
    .map(([mark, lines, last]) => mark + lines.flat().join('') + (last ?? '')),
);
const CHANGES = fc.uniqueArray(fc.tuple(KEY, fc.option(VALUE)), { selector: ([key]) => key, maxLength: 3 });

test('an edit gives the values asked for, and every other line stays byte for byte', () => {
  const holds = (text: string, changes: [string, string | null][]) => {
    const before = parsed(text);
    const asked = new Map(changes);
    const after = parsed(editDotenv(before, asked));
    const values = (dotenv: Dotenv) => new Map(dotenv.assignments.map(({ key, value }) => [key, value]));
    const wanted = [...new Map([...values(before), ...asked])].filter(([, value]) => value !== null);
    expect(new Map([...values(after)].sort())).toEqual(new Map(wanted.sort()));
    expect(untouched(after, asked).startsWith(untouched(before, asked))).toBe(true);
  };
  fc.assert(fc.property(FILE, CHANGES, holds), { numRuns: tried(3000) });
});

/** The text without the lines of the keys that are changed. A new key may only have added a line end and lines behind. */
function untouched({ text, assignments }: Dotenv, changes: ReadonlyMap<string, unknown>): string {
  let rest = '';
  let copied = 0;
  for (const { key, start, end } of assignments) {
    if (!changes.has(key)) continue;
    rest += text.slice(copied, start);
    copied = end;
  }
  return rest + text.slice(copied);
}

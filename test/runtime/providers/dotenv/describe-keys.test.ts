/** Comments above keys as descriptions: what they say, and no value. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { describeKeys } from '#runtime/providers/dotenv/describe-keys.js';
import { parseDotenv } from '#runtime/providers/dotenv/parse-dotenv.js';
import { tried } from '../../../helpers/thoroughness.js';

function described(...lines: readonly string[]): Readonly<Record<string, string>> {
  const parsed = parseDotenv(lines.map((line) => `${line}\n`).join(''));
  if (parsed.kind === 'malformed') throw new Error(parsed.problem);
  return Object.fromEntries(describeKeys(parsed));
}

test.each([
  ['one line', ['# Key of the shop', 'A=1'], 'Key of the shop'],
  ['several lines', ['#Key of', '  ##   the\tshop', 'A=1'], 'Key of the shop'],
  ['an export', ['# Key of the shop', 'export A=1'], 'Key of the shop'],
  ['below a rule', ['# ------', '# Key of the shop', '#', 'A=1'], 'Key of the shop'],
  ['below another block', ['# Shop', '', '# Key', 'A=1'], 'Key'],
  ['a remark', ['# Note: see the shop', 'A=1'], 'Note: see the shop'],
  ['apart', ['# Key', '', 'A=1'], undefined],
  ['behind the value', ['A=1 # Key'], undefined],
  ['above another key', ['# Key', 'B=1', 'A=1'], undefined],
  ['its former value', ['# Key', '# A=canary-old', 'A=canary-new'], 'Key'],
  ['another former key', ['# Old key', '# B=canary-old', 'A=canary-new'], undefined],
  ['about another former key and this', ['# Old key', '# export B=canary-old', '# Key', 'A=x'], 'Key'],
  ['the last lines of the value above', ['B="x', '# y"', 'A=1'], undefined],
])('%s', (_, lines, expected) => {
  expect(described(...lines)['A']).toBe(expected);
});

test.each([
  ['the own value', ['# now canary-own', 'A=canary-own']],
  ['a short own value', ['# the PIN is 42.', 'A=42']],
  ['the value of another key', ['# as canary-other', 'A=x', 'B=canary-other']],
  ['a line of a longer value', ['# starts with canary-line', 'A=x', 'B="one', 'canary-line"']],
  ['a former value', ['# was canary-0ld', 'A=x']],
  ['nothing but a former value', ['#canary1', 'A=x']],
  ['a long word', ['# correct-horse-battery-staple', 'A=x']],
  ['a former value after a colon', ['# password: canary', 'A=x']],
  ['an address with a user', ['# postgres://me:canary@localhost', 'A=x']],
])('a comment that repeats %s is no description', (_, lines) => {
  expect(described(...lines)['A']).toBeUndefined();
});

test('a short value of another key may be a word of a comment', () => {
  expect(described('# the key of a shop', 'A=secret-1', 'B=a', 'C=key')).toEqual({ A: 'the key of a shop' });
});

test('the last assignment of a key counts, and a page is cut', () => {
  const { A = '' } = described('# first', 'A=1', `# ${'word '.repeat(100)}`, 'A=2');
  expect(A).toMatch(/^word .*…$/u);
  expect(A.length).toBe(200);
});

test('no description contains a value of the file', () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', ' ', '#', '='), minLength: 5, maxLength: 9 });
  const line = fc.record({ key: fc.constantFrom('A', 'B', 'C'), value, words: fc.array(value, { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.nat(), (lines, turn) => {
      const values = lines.map((each) => each.value.trim().replaceAll(/ +/gu, ' '));
      const leaked = values[turn % Math.max(1, values.length)] ?? '';
      const text = lines.flatMap(({ key, value: written, words }) => [
        `# ${[...words, leaked].join(' or ')}`,
        `${key}='${written}'`,
      ]);
      const said = Object.values(described(...text));
      const secrets = values.filter((each) => each.length > 4);
      expect(said.filter((each) => secrets.some((secret) => each.includes(secret)))).toEqual([]);
    }),
    { numRuns: tried(500) },
  );
});

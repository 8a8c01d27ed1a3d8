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
  ['the value of a key that is named like a secret', ['# as canary-other', 'A=x', 'B_TOKEN=canary-other']],
  ['a line of a longer value', ['# starts with canary-line', 'A=x', 'PRIVATE_KEY="one', 'canary-line"']],
  ['a former value', ['# was canary-0ld', 'A=x']],
  ['nothing but a former value', ['#canary1', 'A=x']],
  ['a long word', ['# correct-horse-battery-staple', 'A=x']],
  ['a token', ['# try sk_live_4eC39HqLyj first', 'A=x']],
  ['a number of its own', ['# tenant 123e4567-e89b-12d3-a456-426614174000', 'A=x']],
  ['a former value after a colon', ['# password: canary', 'A=x']],
  ['an address with a user', ['# postgres://me:canary@localhost', 'A=x']],
])('a comment that repeats %s is no description', (_, lines) => {
  expect(described(...lines)['A']).toBeUndefined();
});

test.each([
  ['# Bucket in eu-central-1', 'AWS_REGION=eu-central-1'],
  ['# Port of the server on localhost', 'DB_HOST=localhost'],
  ['# Key of the OAuth2 client, see https://docs.example.com/v2/apps/4711', 'B=x'],
  ['# SHA256 or ES512', 'B=x'],
  ['# As in docker-compose.override.yml and ./config/local/settings.json', 'B=x'],
  ['# Since 2019', 'YEAR=2019'],
])('a comment may have numbers, and values that are not secret: %s', (comment, other) => {
  expect(described(comment, 'A=x', other)['A']).toBe(comment.slice(2));
});

test.each([
  ['a title between rules', ['# ======', '# Database', '# ======']],
  ['a box', ['##############', '# Database   #', '##############']],
  ['a box of several lines', ['#-----', '# Database', '# of the shop', '#-----']],
  ['a title between dashes', ['# --- Database ---']],
  ['a title after equal signs', ['# == Database']],
  ['a title before a rule', ['# Database ------']],
  ['a heading', ['### Database']],
  ['a heading with signs at both ends', ['##### Database #####']],
  ['an underlined title', ['# Database', '# --------']],
])('a banner is no description: %s', (_, banner) => {
  expect(described(...banner, 'A=x')).toEqual({});
  expect(described(...banner, '# Key of the shop', 'A=x')).toEqual({ A: 'Key of the shop' });
  expect(described(...banner, '#', '# Key of the shop', '# - and more', 'A=x')).toEqual({
    A: 'Key of the shop - and more',
  });
});

test('a short value of another key may be a word of a comment', () => {
  expect(described('# the key of a shop', 'A=secret-1', 'B=a', 'C=key')).toEqual({ A: 'the key of a shop' });
});

test('the last assignment of a key counts, and a page is cut', () => {
  const { A = '' } = described('# first', 'A=1', `# ${'word '.repeat(100)}`, 'A=2');
  expect(A).toMatch(/^word .*…$/u);
  expect(A.length).toBe(200);
});

test('no description contains its own value, or one of a key that is named like a secret', () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-', ' ', '#', '='), minLength: 5, maxLength: 9 });
  const line = fc.record({
    key: fc.constantFrom('A_TOKEN', 'PASSWORD', 'C_KEY'),
    value,
    words: fc.array(value, { maxLength: 3 }),
  });
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

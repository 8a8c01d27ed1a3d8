/** Text of a manifest in a pull-request comment: it breaks nothing, mentions nobody, loads nothing. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { planDiffMarkdown } from '#runtime/cli/views/plan-diff-markdown.js';
import { planDiffText } from '#runtime/cli/views/plan-diff-text.js';
import type { Change } from '#schemas/plan-change.js';
import type { DifferenceAbout, PlanReview } from '#schemas/plan-review.js';
import { plainReview, shownDifference } from '../../../helpers/shown-difference.js';
import { tried } from '../../../helpers/thoroughness.js';

const markdownOf = (
  changes: readonly Change[],
  { about = {}, review = plainReview(changes) }: { about?: Partial<DifferenceAbout>; review?: PlanReview } = {},
) => planDiffMarkdown(shownDifference(changes, about), review);
const textOf = (changes: readonly Change[], colour: boolean) =>
  planDiffText(shownDifference(changes), plainReview(changes), { colour, width: Number.POSITIVE_INFINITY });

const change = (parts: Partial<Change>): Change => ({
  kind: 'default-changed',
  severity: 'review',
  profiles: 'all',
  secret: 'TOKEN',
  from: 'a',
  to: 'b',
  ...parts,
});
const rowsOf = (markdown: string) =>
  markdown.split('\n').filter((line) => line.startsWith('|') && !/^\| \||^\|---/u.test(line));

const HOSTILE = [
  'a | b',
  'a \\| b',
  '`code` ``more``',
  '@octocat and @org/team',
  '<img src=https://example.com/x.png>',
  '![x](https://example.com/x.png)',
  '[text](https://example.com)',
  'https://example.com www.example.com a@example.com',
  '**bold** _italic_ ~~gone~~ # heading',
  'line\n| forged | row |\r\n<!-- hidden',
  '</code></details><script>',
  '&lt;img&gt; &#64;name',
  '#123 GH-1 0123456789012345678901234567890123456789',
  '\u202edesrever\u0007\u001b[31m',
];

describe.each(HOSTILE)('%j', (text) => {
  const places: readonly (readonly [string, Change])[] = [
    ['as a side', change({ to: text })],
    ['as a secret', change({ secret: text })],
    ['as a store', change({ kind: 'address-moved', severity: 'danger', store: text })],
    ['as a profile', change({ profiles: [text] })],
    ['as a member', change({ kind: 'group-changed', group: text, to: { at_least_one: [text] } })],
    [
      'as a name in a table',
      change({ kind: 'credentials-changed', severity: 'danger', store: 'x', to: { [text]: { store: text } } }),
    ],
    ['in a notice', change({ kind: 'description-changed', severity: 'notice', to: text })],
  ];
  test.each(places)('%s', (_, hostile) => {
    const markdown = markdownOf([hostile]);
    const [row = '', ...others] = rowsOf(markdown);
    expect(others).toEqual([]);
    expect(row.split('|')).toHaveLength(7);
    // Nothing but our own tags, and what the manifest says as letters, digits, blanks and entities.
    const said = [...markdown.matchAll(/<code>(.*?)<\/code>/gu)].map(([, inner = '']) => inner);
    expect(said.filter((inner) => !/^(?:[\p{L}\p{N} ]|&#\d+;)*$/u.test(inner))).toEqual([]);
    // In code spans what is safe is as it is: no cell, span, mention, link or tag can begin or end there.
    const spans = [...markdown.matchAll(/`([^`]*)`/gu)].map(([, inner = '']) => inner);
    expect(spans.filter((inner) => /[|<>&#[\]!*~\\\n]|https?:|www\.|(?<![\p{L}\p{N}}])@/u.test(inner))).toEqual([]);
    expect(markdown.replaceAll(/<code>.*?<\/code>|`[^`\n]*`/gu, '')).not.toMatch(
      /[@`[\]!]|https?:|<(?!\/?(?:details|summary)>)/u,
    );
  });
});

test('any text gives one row of five cells', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
      const rows = rowsOf(markdownOf([change({ secret: text, from: text, to: text, profiles: [text] })]));
      expect(rows.map((row) => row.split('|').length)).toEqual([7]);
    }),
    { numRuns: tried(200) },
  ));

describe('a comment of bearable length', () => {
  const many = (count: number, parts: Partial<Change>) =>
    Array.from({ length: count }, (_, index) => change({ ...parts, secret: `S${index}` }));

  test('never exceeds 60,000 characters, and counts what is left out', () => {
    const markdown = markdownOf(many(5_000, { to: '|'.repeat(1_000) }));
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    expect(markdown).toMatch(/… and \d+ more/u);
    expect(rowsOf(markdown).length + Number(/… and (\d+) more/u.exec(markdown)?.[1])).toBe(5_000);
  });
  test('with notices alone, or beside others', () => {
    const notices = many(5_000, { kind: 'description-changed', severity: 'notice' });
    expect(markdownOf(notices).length).toBeLessThanOrEqual(60_000);
    const markdown = markdownOf([...many(5_000, {}), ...notices]);
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    expect(markdown).toContain('5000 notices');
  });
  test('with a thousand profiles of long names', () => {
    const profiles = Array.from({ length: 1_000 }, (_, index) => `p${index}`.repeat(50));
    const markdown = markdownOf([change({ profiles }), change({ secret: 'OTHER' })]);
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    // Nobody can crowd out the other changes.
    expect(rowsOf(markdown)).toHaveLength(2);
    expect(markdown).toContain(' and 981 more |');
  });
});

test('nothing to tell is a sentence', () =>
  expect(markdownOf([])).toBe(
    '### Plan of `shop` in `manifest.toml`\n\n`sha256:0` → `sha256:1`\n\nThe plan did not change.\n',
  ));

test.each(HOSTILE)('in the title and in the note: %j', (text) => {
  const about = { project: { old: text, new: 'shop' }, manifest: text, absent: { side: text, path: text } };
  const markdown = markdownOf([change({})], { about });
  expect(markdown.split('\n').filter((line) => line !== '')).toHaveLength(7);
  expect(markdown.replaceAll(/<code>.*?<\/code>|`[^`\n]*`/gu, '')).not.toMatch(
    /[@`[\]!]|https?:|<(?!\/?(?:details|summary)>)/u,
  );
});

describe('names that are safe are as they are', () => {
  test.each([
    ['DB_PASSWORD', '`DB_PASSWORD`'],
    ['onepassword://Team/{key}', '`onepassword://Team/{key}`'],
    ['postgres://${DB_USER}:${PW}@db', '`postgres://${DB_USER}:${PW}@db`'],
    ['a@example', '`a@example`'],
    ['@octocat', '<code>&#64;octocat</code>'],
    [' x', '<code> x</code>'],
    ['x ', '<code>x </code>'],
    ['', '<code></code>'],
  ])('%j', (text, shown) => expect(markdownOf([change({ secret: text })])).toContain(`| ${shown} |`));
});

test('what is to be done is listed, and counted where it is too long', () => {
  const toDo = Array.from({ length: 2_000 }, (_, index) => ({
    secret: `S${index}`,
    store: { kind: 'default' } as const,
    profiles: ['live', 'test'],
  }));
  const many = Array.from({ length: 5_000 }, (_, index) => change({ secret: `S${index}`, to: '|'.repeat(300) }));
  const markdown = markdownOf(many, { review: { ...plainReview(many), toDo } });
  expect(markdown.length).toBeLessThanOrEqual(60_000);
  expect(markdown).toContain('- set `S0` in your default store (`live`, `test`)\n');
  expect(markdown).toMatch(/- … and \d+ more\n$/u);
});

test('on a terminal one change is one line, whatever it says', () => {
  for (const text of HOSTILE)
    expect(textOf([change({ secret: text, to: text, profiles: [text] })], false).split('\n')).toHaveLength(10);
});

test('colour is for terminals', () => {
  expect(textOf([change({})], false)).not.toContain('\u001b');
  expect(textOf([change({})], true)).toContain('\u001b[1;33mreview\u001b[0m');
});

/** Text for people fits the terminal: help, the report of `check`, findings. Words are kept whole, so that they can be copied. */
import { describe, expect, test } from '@jest/globals';
import { commands } from '#runtime/cli/commands.js';
import { checkText } from '#runtime/cli/views/check-text.js';
import { renderDiagnostics } from '#runtime/cli/views/diagnostics.js';
import { explainText } from '#runtime/cli/views/explain.js';
import { commandHelp, toolHelp } from '#runtime/cli/views/help.js';
import { hanging, widthOf, wrapped } from '#runtime/cli/views/wrap.js';
import type { ResolvedSecret } from '#runtime/execute/resolution.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';

const tooWide = (text: string, width: number) => text.split('\n').filter((line) => widthOf(line) > width);
const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();
const WIDTHS = [60, 80, 100];

describe('lines', () => {
  test('are broken at blanks', () => expect(wrapped('one two three', 7)).toEqual(['one two', 'three']));
  test('keep a word that is too long', () =>
    expect(wrapped('a postgres://host b', 6)).toEqual(['a', 'postgres://host', 'b']));
  test('count wide characters twice', () => expect(wrapped('鍵鍵 鍵', 6)).toEqual(['鍵鍵', '鍵']));
  test('go on below their own text', () =>
    expect(hanging('✓ ', 'A - one two three', 18)).toEqual(['✓ A - one two', '  three']));
});

describe('help', () => {
  const entries = Object.entries(commands);

  test.each(entries)('of %s fits, and says the same at every width', async (_, { load, summary }) => {
    const { spec } = await load();
    const [first = '', ...others] = WIDTHS.map((width) => {
      const [help = '', examples = ''] = commandHelp(spec, summary, width).split('\nExamples:\n');
      expect(tooWide(help, width)).toEqual([]);
      return oneLine(help + examples);
    });
    expect(new Set(others)).toEqual(new Set([first]));
  });
  test('of the tool fits', () => {
    const summaries = entries.map(([name, { summary }]) => [name, summary] as const);
    for (const width of WIDTHS) expect(tooWide(toolHelp(summaries, width), width)).toEqual([]);
  });
  test('is no wider than a page on a wide terminal', async () => {
    const { spec } = await (commands['plan'] as (typeof entries)[number][1]).load();
    expect(commandHelp(spec, '', 300)).toBe(commandHelp(spec, '', 100));
  });
});

test('a long description of `check` goes on below the name', () => {
  const secret = {
    secret: 'API_KEY',
    description: 'Key of the service that looks up addresses',
    status: 'missing',
    required: false,
    asPath: false,
  } as unknown as ResolvedSecret;
  const text = checkText({ secrets: [secret], violations: [] } as never, 40);
  expect(text).toContain('○ API_KEY - Key of the service that\n  looks up addresses (optional)\n');
  expect(tooWide(text, 40)).toEqual([]);
});

describe('rows of `check`', () => {
  const violations = [{ kind: 'at_least_one', group: 'mail', secrets: ['SMTP_URL', 'SES_KEY'], present: [] }] as const;

  test('that report a group continue below its words', () =>
    expect(checkText({ secrets: [], violations } as never, 50)).toContain(
      'Constraint failed: group `mail` needs at least one\n                   of `SMTP_URL` and `SES_KEY`,\n',
    ));
  test('of --explain continue below the source', () => {
    const origin = { kind: 'store', store: 'dotenv:/home/me/shop/services/.env' };
    const secret = { secret: 'API_KEY', status: 'found', origin, asPath: true } as unknown as ResolvedSecret;
    const resolution = { profile: 'default', provider: 'env', scope: null, secrets: [secret], violations };
    const text = explainText(resolution as never, 62);
    expect(text).toContain(
      '  API_KEY  ok        source dotenv:/home/me/shop/services/.env\n                     (as path)\n',
    );
    expect(tooWide(text, 62)).toEqual([]);
  });
});

describe('findings', () => {
  const source = 'API_KEY = { description = "Key", requred = true }';
  const located = { line: 3, column: 34, endLine: 3, endColumn: 41, source, hidden: [] };
  const at = { file: 'manifest.toml', path: [], part: 'key' } as const;
  const finding = { ...linking.E0812({ secret: 'A', profile: null, declared: ['BEE', 'SEA', 'DEE'] }), at };
  const shown = (layout: { width?: number; sentences?: number }, words = finding) =>
    renderDiagnostics([words], { locate: () => located as never, colour: false, ...layout });
  const long = { ...finding, message: 'a sentence that is far too long to stand beside the mark on a narrow terminal' };

  test('fit', () => expect(tooWide(shown({ width: 60 }, long), 60)).toEqual([]));
  test('say below the mark what has no room beside it', () =>
    expect(shown({ width: 60 }, long)).toContain(
      '  |                                  ^^^^^^^\n  | a sentence that is far too long to stand beside the mark\n  | on a narrow terminal\n',
    ));
  test('without a terminal show lines of files as they are', () =>
    expect(shown({ sentences: 40 })).toContain(`3 | ${source}\n`));
  test('are not broken where no width is given', () => expect(shown({}, long)).toContain(`^^^^^^^ ${long.message}\n`));
});

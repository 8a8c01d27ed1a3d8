/** Every code is explained, and the examples show what they say. `docs/errors.md` is made of the same texts. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { allowancesIn, compile, locator, readUserConfig } from '#compiler/index.js';
import { commands } from '#runtime/cli/commands.js';
import { parseDotenv } from '#runtime/providers/dotenv/parse-dotenv.js';
import { allWordings } from '#schemas/diagnostics/index.js';
import type { Example } from '#schemas/explanations/explanation.js';
import { allExplanations, families } from '#schemas/explanations/index.js';
import { completedManifest } from '../helpers/completed-manifest.js';
import { errorsPage } from '../helpers/errors-page.js';
import { memoryHost } from '../helpers/memory-host.js';

const PAGE = fileURLToPath(new URL('../../../docs/errors.md', import.meta.url));
/** Told by the compiler, but no text of a manifest shows them, or none that anybody would read. */
const WITHOUT_MANIFEST = [
  'E0102',
  'E0218',
  'E0302',
  'E0308',
  'E0309',
  'E0310',
  'E0311',
  'E0312',
  'E0313',
  'E0314',
  'E0315',
  'E0316',
  'E0317',
  'W0302',
  'W0303',
  'W0304',
  'W0305',
];

const explained = Object.entries(allExplanations);
const ofCompiler = explained.filter(([code]) => Number(code.slice(1, 3)) <= 7 && !WITHOUT_MANIFEST.includes(code));

async function codesIn(example: Example): Promise<readonly string[]> {
  if (example.kind === 'console') return [];
  if (example.kind === 'values') return parseDotenv(example.text).kind === 'malformed' ? ['E1615'] : [];
  if (example.kind === 'user configuration')
    return readUserConfig('config.toml', example.text).diagnostics.map(({ code }) => code);
  const host = memoryHost(completedManifest(example.text));
  const { diagnostics, files } = await compile(host, 'manifest.toml', { warnings: true });
  const isAllowed = await allowancesIn(files, await locator(files));
  return [...new Set(diagnostics.filter((found) => !isAllowed(found)).map(({ code }) => code))];
}

/** Of commands whose name has two words, the first. */
const firstWords = new Set(Object.keys(commands).map((name) => name.split(' ')[0]));

describe('explanations', () => {
  test('are there for every code, in the order of the codes, and for no other', () => {
    expect(Object.keys(allExplanations)).toEqual(Object.keys(allWordings));
  });

  test('are there for every family', () => {
    expect(families.map(([family]) => family)).toEqual([
      ...new Set(Object.keys(allWordings).map((code) => code.slice(1, 3))),
    ]);
  });

  test('have two to six sentences on one line', () => {
    const sentencesOf = (text: string) => text.split(/(?<=[.?])\s+(?=[A-Z`])/u).length;
    const odd = explained.filter(
      ([, { text }]) => /\n/u.test(text) || !/\.$/u.test(text) || sentencesOf(text) < 2 || sentencesOf(text) > 6,
    );
    expect(odd.map(([code]) => code)).toEqual([]);
  });

  test.each(ofCompiler)('of %s: the wrong example is wrong in this way alone', async (code, { wrong }) => {
    expect(await codesIn(wrong)).toEqual([code]);
  });

  test.each(explained)('of %s: the right example has no mistake', async (_code, { right }) => {
    expect(await codesIn(right)).toEqual([]);
  });

  test.each(explained)('of %s: the commands are those of the tool', (_code, { wrong, right }) => {
    const typed = [wrong, right]
      .filter(({ kind }) => kind === 'console')
      .map(({ text }) => text)
      .join('');
    const named = [...typed.matchAll(/(?:^|[\s(])tool ([a-z]+)/gmu)].map(([, name = '']) => name);
    expect(named.filter((name) => !firstWords.has(name))).toEqual([]);
  });
});

test('docs/errors.md is made of the explanations', () => {
  if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(PAGE, errorsPage());
  expect(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '').toBe(errorsPage());
});

/** Which findings the comments of manifests allow. */
import { describe, expect, test } from '@jest/globals';
import { allowancesIn, compile, locator } from '#compiler/index.js';
import { memoryHost } from '../helpers/memory-host.js';

const PROJECT = '[project]\nname = "a"\nrevision = "1.0"\n';

/** The codes that are found, those that are allowed in parentheses. */
async function judged(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { diagnostics, files: sources } = await compile(memoryHost(files), 'manifest.toml', { warnings: true });
  const isAllowed = await allowancesIn(sources, await locator(sources));
  return diagnostics.map((found) => (isAllowed(found) ? `(${found.code})` : found.code)).sort();
}
const inManifest = (...lines: readonly string[]) => judged({ 'manifest.toml': `${PROJECT}${lines.join('\n')}\n` });
const TOKEN = 'MY_TOKEN = { description = "a", default = "x" }';

test('a warning at the key', async () =>
  expect(await inManifest('[profiles.default]', '# tool: allow W0401', TOKEN)).toEqual(['(W0401)']));

test('not another one, and not of another key', async () => {
  const lines = [
    '[profiles.default]',
    '# tool: allow W0604',
    TOKEN,
    '# tool: allow W0401',
    'A = { description = "a" }',
  ];
  expect(await inManifest(...lines)).toEqual(['W0401']);
});

test('in all tables of a table, wherever they are written', async () => {
  const tables = [
    '[profiles.live.defaults]',
    'providers = ["dotenv://.env"]',
    '# tool: allow W0604',
    '[profiles.live]',
  ];
  expect(await inManifest('[profiles.default]', 'A = { description = "a" }', ...tables)).toEqual(['(W0604)']);
});

test('not in a table whose name only starts alike', async () => {
  const tables = ['# tool: allow W0401', '[profiles.li]', TOKEN, '[profiles.live]', TOKEN];
  expect(await inManifest(...tables)).toEqual(['(W0401)', 'W0401']);
});

describe('at the line of the warning', () => {
  const shared = (refs: readonly string[]) => [
    '[providers]',
    'one = "onepassword://Team"',
    '[profiles.default.A]',
    'description = "a"',
    'refs.one = { item = "x" }',
    'providers = ["one"]',
    '[profiles.default.B]',
    'description = "b"',
    'prompt = true',
    'providers = ["one"]',
    ...refs,
  ];

  test('above a header that implies the table', async () => {
    const refs = ['# tool: allow W0603', '[profiles.default.B.refs.one]', 'item = "x"'];
    expect(await inManifest(...shared(refs))).toEqual(['(W0603)']);
  });

  test('at a dotted key that implies the table', async () =>
    expect(await inManifest(...shared(['refs.one.item = "x" # tool: allow W0603']))).toEqual(['(W0603)']));

  test('not above a later header of the same table', async () => {
    const refs = [
      '[profiles.default.B.refs.one]',
      'item = "x"',
      '# tool: allow W0603',
      '[profiles.default.B.refs.two]',
      'item = "y"',
    ];
    expect(await inManifest(...shared(refs))).toEqual(expect.arrayContaining(['W0603']));
  });
});

test('never an error, and not the warning about it', async () =>
  expect(
    await inManifest('[profiles.default]', '# tool: allow E0203, W0202', 'A = { description = "a", x = 1 }'),
  ).toEqual(['E0203', 'W0202']));

test('in a parent, whose comments are not judged', async () => {
  const parent = `${PROJECT}# tool: allow W0699, W0401\n[profiles.default]\n${TOKEN}\n`;
  const child = `[project]\nname = "a"\nrevision = "1.0"\nextends = ["../up"]\n[profiles.default]\nA = { description = "a" }\n`;
  expect(await judged({ 'manifest.toml': child, '../up/manifest.toml': parent })).toEqual(['(W0401)']);
});

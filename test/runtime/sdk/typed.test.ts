/** Generated types never lie: what `load` gives has the declared names alone, and it gives nothing where the manifest has changed. */
import { existsSync, readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, test } from '@jest/globals';
import { byName } from '#schemas/named.js';
import { markedSecrets } from '#schemas/typed-marks.js';
import { compileManifest, type GeneratedFrom, keepTempFiles, ToolError, typed } from '#runtime/sdk/index.js';
import { DOTENV, libraryWorlds } from './library-world.js';

const world = libraryWorlds();

const CANARY = 'canary-from-dotenv';
const MANIFEST = `${DOTENV}[profiles.default]
A = { description = "a" }
FILE = { description = "f", as_path = true }
MAYBE = { description = "m", required = false }
MADE = { description = "d", composed = "<\${A}>" }
[profiles.production]
ONLY = { description = "o", default = "p" }
[scopes.narrow]
secrets = ["MAYBE"]
`;

/** As the loader of a generated module carries it. */
async function generatedFrom(manifest: string, only?: string): Promise<GeneratedFrom> {
  const { plan } = await compileManifest(manifest);
  const profiles = only === undefined ? Object.keys(plan.profiles).sort(byName) : [only];
  return { format: 1, profiles, secrets: markedSecrets(plan, profiles) };
}

type Any = Readonly<Record<string, string | null>>;
const loaderOf = (generated?: GeneratedFrom) => typed<Any, Readonly<Record<string, Any>>>(generated).load;

test('gives the names of a profile, or of all profiles, and ignores the scope', async () => {
  const { manifest: path } = world(MANIFEST, `A=${CANARY}\nFILE=content\n`);
  process.env['TOOL_SCOPE'] = 'narrow';
  for (const generated of [await generatedFrom(path), undefined]) {
    const load = loaderOf(generated);
    const exact = await load('production', { path });
    expect(Object.getOwnPropertyNames(exact).sort()).toEqual(['A', 'FILE', 'MADE', 'MAYBE', 'ONLY']);
    expect([exact['A'], exact['MAYBE'], exact['MADE'], exact['ONLY']]).toEqual([CANARY, null, `<${CANARY}>`, 'p']);
    const base = await load('default', { path });
    expect('ONLY' in base || 'constructor' in base).toBe(false);
    const active = await load(null, { path });
    expect(Object.getOwnPropertyNames(active)).toContain('ONLY');
    expect(active['ONLY']).toBeNull();
  }
});

test('is frozen, and shows no value when it is printed or copied', async () => {
  const { manifest: path } = world(MANIFEST, `A=${CANARY}\nFILE=${CANARY}\n`);
  const secrets = await loaderOf(await generatedFrom(path))(null, { path });
  expect(Object.isFrozen(secrets)).toBe(true);
  const shown = [inspect(secrets, { showHidden: true, depth: 9 }), JSON.stringify(secrets), `${secrets}`];
  const copies = [JSON.stringify({ ...secrets }), inspect(structuredClone(secrets))];
  for (const text of [...shown, ...copies]) expect(text).not.toContain(CANARY);
});

test('its files go when it is disposed of, or stay where they are kept', async () => {
  const { manifest: path, filesLeft } = world(MANIFEST, 'A=a\nFILE=content\n');
  const load = loaderOf(await generatedFrom(path));
  const first = await load('default', { path });
  expect(readFileSync(first['FILE'] ?? '', 'utf8')).toBe('content');
  first[Symbol.dispose]();
  expect(existsSync(first['FILE'] ?? '')).toBe(false);
  const second = await load('default', { path });
  await second[Symbol.asyncDispose]();
  expect(filesLeft()).toEqual([]);
  const third = await load('default', { path });
  expect(keepTempFiles(third)).toEqual([third['FILE']]);
  third[Symbol.dispose]();
  expect(existsSync(third['FILE'] ?? '')).toBe(true);
});

test('odd names are members like others', async () => {
  const names = ['__proto__', 'constructor', 'toJSON', 'dispose', 'toString', 'then', 'ünï'];
  const declared = names.map((name) => `"${name}" = { description = "d", default = "of ${name}" }`).join('\n');
  const { manifest: path } = world(`${DOTENV}[profiles.default]\n${declared}\n`);
  const secrets = await loaderOf(await generatedFrom(path))('default', { path });
  expect(names.map((name) => secrets[name])).toEqual(names.map((name) => `of ${name}`));
  expect(JSON.stringify(secrets)).toBe('{}');
});

const CHANGES: readonly (readonly [what: string, from: string, to: string, said: RegExp])[] = [
  [
    'a new secret',
    '[profiles.production]',
    'NEW = { description = "n" }\n[profiles.production]',
    /`NEW` is declared now/,
  ],
  ['a secret that is gone', 'MADE = { description = "d", composed = "<${A}>" }\n', '', /`MADE` is no longer declared/],
  [
    'a guarantee that is lost',
    'A = { description = "a" }',
    'A = { description = "a", required = false }',
    /`A` may be missing now/,
  ],
  ['a guarantee that is new', ', required = false', '', /`MAYBE` always has a value now/],
  ['a value that is a file now', '"m"', '"m", as_path = true', /`MAYBE` is a file now/],
  ['a file that is a value now', ', as_path = true', '', /`FILE` is no longer a file/],
  ['a profile that is gone', '[profiles.production]\nONLY', '#', /the profile `production` is no longer declared/],
];

test.each(CHANGES)('rejects, before any store is asked: %s', async (_, from, to, said) => {
  const { manifest: path, write } = world(MANIFEST);
  const load = loaderOf(await generatedFrom(path));
  write('manifest.toml', readFileSync(path, 'utf8').replace(from, to));
  const error = await load(null, { path }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ToolError);
  expect(error).toMatchObject({ kind: 'version', message: expect.stringMatching(said) });
  expect(error).toMatchObject({ message: expect.stringMatching(/`tool types` \(kind: version\)$/u) });
});

test('types of one profile accept no other, and what another one declares does not matter to them', async () => {
  const { manifest: path, write } = world(MANIFEST, 'A=a\nFILE=f\n');
  const load = loaderOf(await generatedFrom(path, 'production'));
  write('manifest.toml', `${readFileSync(path, 'utf8')}[profiles.staging]\nMORE = { description = "m" }\n`);
  await load('production', { path });
  const error = await load(null, { path }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    kind: 'version',
    message: expect.stringMatching(/do not have the profile `default`/u),
  });
});

test('a setting of the wrong type rejects as such, and a signal with its reason', async () => {
  const { manifest: path } = world(MANIFEST, 'A=a\nFILE=f\n');
  const load = loaderOf(await generatedFrom(path));
  await expect(load(null, { path, provider: JSON.parse('1') })).rejects.toThrow(TypeError);
  const reason = new Error('given up');
  await expect(load(null, { path, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('a guaranteed secret that only a person could give rejects, and is never null', async () => {
  const { manifest: path } = world(
    `${DOTENV}[profiles.default]\nASKED = { description = "p", required = true, prompt = true }\n`,
  );
  const error = await loaderOf(await generatedFrom(path))(null, { path }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'missing_required', missing: ['ASKED'] });
});

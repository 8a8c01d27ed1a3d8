/** The settings of a builder: checked when they are given, changed by nothing that is null, and taken as they are when it is used. */
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import * as library from '#runtime/sdk/index.js';
import { builder, ManifestError, ToolError } from '#runtime/sdk/index.js';
import { DOTENV, libraryWorlds } from './library-world.js';

const world = libraryWorlds();
const MANIFEST = `${DOTENV}[scopes.web]
secrets = ["A"]
[profiles.default]
A = { description = "a" }
B = { description = "b", default = "b" }
[profiles.production]
B = { description = "b", default = "of-production" }
`;

const caught = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('the library exports these names and no other', () => {
  expect(Object.keys(library).sort()).toEqual([
    'ManifestError',
    'MissingRequiredError',
    'ToolError',
    'builder',
    'compileManifest',
    'keepTempFiles',
    'typed',
  ]);
});

const settings = [
  'withPath',
  'withManifest',
  'withPlan',
  'withExpectedHash',
  'withProvider',
  'withProfile',
  'withScope',
  'withReason',
  'withDefaultReason',
  'withCaller',
  'withNoValues',
  'withBytes',
  'withSignal',
] as const;

describe.each(settings)('%s', (name) => {
  const given = (value: unknown) => Reflect.apply(builder()[name], builder(), [value]);

  test('gives the builder back, also for null and undefined', () => {
    for (const value of [null, undefined]) {
      const one = builder();
      expect(Reflect.apply(one[name], one, [value])).toBe(one);
    }
  });

  test.each([7, Symbol('s'), [], {}, () => 'x', 1n])('refuses %p at once', (value) => {
    expect(() => given(value)).toThrow(TypeError);
    expect(() => given(value)).toThrow(name);
  });
});

test('members of a caller and the base folder are checked, too', () => {
  expect(() => builder().withCaller(JSON.parse('{"name": 1}'))).toThrow(TypeError);
  expect(() => builder().withCaller(JSON.parse('{}'))).toThrow(TypeError);
  expect(() => builder().withCaller(JSON.parse('{"name": "n", "version": 2}'))).toThrow('withCaller, version');
  expect(() => builder().withManifest('', JSON.parse('1'))).toThrow(TypeError);
  expect(() => builder().withPath(new URL('https://host/manifest.toml'))).toThrow(TypeError);
});

test('half of a character is no text, in settings and names', async () => {
  for (const name of ['withManifest', 'withProfile', 'withScope', 'withReason'] as const)
    expect(() => builder()[name]('\ud800')).toThrow(`${name}: a string without lone surrogates`);
  await expect(builder().get('\udc00')).rejects.toThrow(TypeError);
});

test('null and undefined change nothing that was set', async () => {
  const { manifest } = world(MANIFEST, 'A=a\n');
  const one = builder().withPath(manifest).withProfile('production').withNoValues();
  one.withPath(null).withManifest(undefined).withProfile(null).withScope(undefined).withNoValues(null);
  const { profile, secrets } = await one.load();
  expect([profile, secrets['A']?.value]).toEqual(['production', null]);
});

test('each use takes the settings as they stand', async () => {
  const { manifest } = world(MANIFEST, 'A=a\n');
  const one = builder().withPath(manifest);
  const first = one.load();
  one.withProfile('production');
  const second = one.load();
  one.withScope('web').withProfile('default');
  const third = one.load();
  const seen = await Promise.all([first, second, third]);
  expect(seen.map(({ profile, scope, secrets }) => [profile, scope, secrets['A']?.value, secrets['B']?.value])).toEqual(
    [
      ['default', null, 'a', 'b'],
      ['production', null, 'a', 'of-production'],
      ['default', 'web', 'a', undefined],
    ],
  );
});

test('a path may be relative, a URL, or that of a folder; TOOL_FILE is ignored', async () => {
  const { manifest, folder } = world(MANIFEST, 'A=a\n');
  process.env['TOOL_FILE'] = '/nowhere/manifest.toml';
  const before = process.cwd();
  process.chdir(folder);
  try {
    for (const path of [manifest, pathToFileURL(manifest), folder, 'manifest.toml', null]) {
      const { secrets } = await builder().withPath(path).load();
      expect(secrets['A']?.value).toBe('a');
    }
  } finally {
    process.chdir(before);
  }
});

test('variables choose where a setting does not, and an empty scope clears that of the variable', async () => {
  const { manifest } = world(MANIFEST, 'A=a\n');
  Object.assign(process.env, { TOOL_PROFILE: 'production', TOOL_SCOPE: 'web' });
  const chosen = await builder().withPath(manifest).load();
  expect([chosen.profile, chosen.scope]).toEqual(['production', 'web']);
  const cleared = await builder().withPath(manifest).withScope('').withProfile('default').load();
  expect([cleared.profile, cleared.scope]).toEqual(['default', null]);
});

test('a reason of the builder counts before that of the variable, a default one after it', async () => {
  const { manifest } = world(MANIFEST.replace(/^/u, 'require_reason = true\n'), 'A=a\n');
  const error = await caught(builder().withPath(manifest).load());
  expect(error).toMatchObject({ kind: 'reason_required', code: 'E0901' });
  expect(await caught(builder().withPath(manifest).withCaller({ name: 'deploy' }).load())).toBeInstanceOf(ToolError);
  for (const one of [builder().withReason('r'), builder().withDefaultReason('d')]) await one.withPath(manifest).load();
});

test('an inline manifest is used instead of a file', async () => {
  const { folder } = world('', 'A=of-the-folder\n');
  const text = `[project]\nname = "demo"\nrevision = "1.0"\n${MANIFEST}`;
  const { secrets } = await builder().withManifest(text, folder).load();
  expect(secrets['A']?.value).toBe('of-the-folder');
});

test('the plan must have the expected hash', async () => {
  const { manifest } = world(MANIFEST, 'A=a\n');
  const { hash } = await library.compileManifest(manifest);
  await builder().withPath(manifest).withExpectedHash(hash).load();
  const error = await caught(builder().withPath(manifest).withExpectedHash('sha256:0').load());
  expect(error).toMatchObject({ code: 'E1306' });
  process.env['TOOL_EXPECT_HASH'] = 'sha256:1';
  expect(await caught(builder().withPath(manifest).load())).toMatchObject({ code: 'E1306' });
});

test('a manifest that does not compile rejects with every mistake in it', async () => {
  const { manifest } = world('[profiles.default]\nA = { descripton = "a" }\nB = { defalt = "b" }\n');
  const error = await caught(builder().withPath(manifest).load());
  expect(error).toBeInstanceOf(ManifestError);
  expect(error).toBeInstanceOf(ToolError);
  expect(error).toMatchObject({
    name: 'ManifestError',
    kind: expect.any(String),
    message: expect.stringMatching(/ \(kind: \w+\)$/u),
  });
  expect(error instanceof ManifestError && error.diagnostics.length).toBeGreaterThan(1);
});

test('what can be caught has a kind', async () => {
  const { manifest } = world(MANIFEST, 'A=a\n');
  const kindOf = async (one: library.Builder) => {
    const error = await caught(one.load());
    return error instanceof ToolError ? error.kind : error;
  };
  expect(await kindOf(builder().withPath(manifest).withProfile('nowhere'))).toBe('invalid_profile');
  expect(await kindOf(builder().withPath(manifest).withScope('nowhere'))).toBe('invalid_scope');
  expect(await kindOf(builder().withPath('/nowhere/manifest.toml'))).toBe('no_manifest');
  expect(await kindOf(builder().withPath(manifest).withExpectedHash(' '))).toBe('usage');
});

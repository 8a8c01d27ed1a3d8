/** A manifest that a call gives as text: what it resolves to, extends and leaves in the cache, and where its errors are. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Failure } from '#runtime/failure.js';
import type { InlineManifest } from '#runtime/inputs/inline-manifest.js';
import { NO_OPTIONS } from '#runtime/session/call.js';
import { nodePorts } from '#runtime/session/node-ports.js';
import { Session } from '#runtime/session/session.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
let made = 0;

function folders() {
  const folder = `${root}/i${made++}`;
  for (const name of ['home', 'project', 'elsewhere']) mkdirSync(`${folder}/${name}`, { recursive: true });
  writeFileSync(`${folder}/project/.env`, 'A=of-the-project\n');
  writeFileSync(`${folder}/elsewhere/.env`, 'A=of-elsewhere\n');
  return folder;
}

const manifest = (secrets: string, project = '') => `[project]
name = "demo"
revision = "1.0"
${project}
[defaults]
providers = ["dotenv:.env"]
[profiles.default]
${secrets}
`;

const ONE = 'A = { description = "a" }';

function session(folder: string, inline: InlineManifest, workingFolder = `${folder}/elsewhere`): Session {
  const variables = { HOME: `${folder}/home`, TOOL_FILE: '/nowhere/manifest.toml' };
  const ports = nodePorts({ warn: async () => {}, notice: async () => {} });
  return new Session({ options: { ...NO_OPTIONS, inline }, variables, workingFolder }, ports);
}

async function valueIn(folder: string, inline: InlineManifest): Promise<string | null> {
  const { delivered } = await session(folder, inline).get('A');
  return delivered.kind === 'value' ? delivered.value.revealText() : null;
}

const codesOf = (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error) =>
      error instanceof Failure ? error.diagnostics.map(({ code, message }) => `${code}: ${message}`) : [`${error}`],
  );

test('relative stores start at the base folder, else at the working folder; no file is looked for', async () => {
  const folder = folders();
  expect(await valueIn(folder, { text: manifest(ONE), baseFolder: `${folder}/project` })).toBe('of-the-project');
  expect(await valueIn(folder, { text: manifest(ONE), baseFolder: null })).toBe('of-elsewhere');
});

test('what it extends is read from the base folder, and read again when it changes', async () => {
  const folder = folders();
  const inline = {
    text: manifest('B = { description = "b", default = "b" }', 'extends = ["base.toml"]'),
    baseFolder: `${folder}/project`,
  };
  const parent = (value: string) =>
    writeFileSync(
      `${folder}/project/base.toml`,
      manifest(`A = { description = "a", default = "${value}", providers = ["null"] }`),
    );
  parent('one');
  expect(await valueIn(folder, inline)).toBe('one');
  parent('two');
  expect(await valueIn(folder, inline)).toBe('two');
});

test('without a base folder it extends nothing', async () => {
  const folder = folders();
  writeFileSync(`${folder}/elsewhere/base.toml`, manifest(ONE));
  const text = manifest(ONE, 'extends = ["base.toml"]');
  expect(await codesOf(session(folder, { text, baseFolder: null }).get('A'))).toEqual([
    'E0302: `base.toml` cannot be read: an inline manifest without a base folder extends nothing',
  ]);
});

test('each text has a plan of its own in the cache', async () => {
  const folder = folders();
  const baseFolder = `${folder}/project`;
  for (const value of ['one', 'two', 'one']) {
    const text = manifest(`A = { description = "a", default = "${value}", providers = ["null"] }`);
    const found = await session(folder, { text, baseFolder }).export(async ({ resolution }) => resolution.secrets);
    const [secret] = found;
    const delivered = secret?.status === 'found' ? secret.delivered : null;
    expect(delivered?.kind === 'value' && delivered.value.revealText()).toBe(value);
  }
  expect(readdirSync(`${folder}/home/.cache/tool/plans`)).toHaveLength(2);
});

test('errors have their place in the text', async () => {
  const folder = folders();
  const failed = session(folder, { text: manifest('A = { descripton = "a" }'), baseFolder: null }).get('A');
  const error: unknown = await failed.catch((reason: unknown) => reason);
  const places = error instanceof Failure ? error.diagnostics.map(({ at }) => at?.file) : [];
  expect(new Set(places)).toEqual(new Set(['inline manifest']));
});

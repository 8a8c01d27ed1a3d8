/** Keys that no profile declares: `run` names them once for each change of the file, and only where a person reads it. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { NO_OPTIONS } from '#runtime/session/call.js';
import { nodePorts } from '#runtime/session/node-ports.js';
import { Session } from '#runtime/session/session.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
const MANIFEST = `[project]
name = "shop"
revision = "1.0"
require_reason = false
[defaults]
providers = ["dotenv://.env"]
[profiles.default]
KEY = { description = "k" }
`;

async function warningsOfRun(
  notesUndeclared: boolean,
  { folder = 'work', variables = {} }: { folder?: string; variables?: Readonly<Record<string, string>> } = {},
): Promise<readonly string[]> {
  const warned: string[] = [];
  const ports = nodePorts({
    warn: async (warnings) => {
      for (const { code, message } of warnings) warned.push(`${code} ${message}`);
    },
    notice: async () => {},
  });
  const call = {
    options: NO_OPTIONS,
    variables: { HOME: `${root}/home`, ...variables },
    workingFolder: `${root}/${folder}`,
  };
  await new Session(call, ports).run('true', async () => {}, { notesUndeclared });
  return warned;
}

test('once for each change, and not without a reader', async () => {
  // This process looks for the folder of caches once.
  mkdirSync(`${root}/home/.cache/tool`, { recursive: true, mode: 0o700 });
  mkdirSync(`${root}/work`);
  writeFileSync(`${root}/work/manifest.toml`, MANIFEST);
  writeFileSync(`${root}/work/.env`, 'KEY=canary\nNEW_FLAG=canary\n');
  expect(await warningsOfRun(false)).toEqual([]);
  expect(await warningsOfRun(true)).toEqual(['W1112 not declared: NEW_FLAG (.env:2)']);
  expect(await warningsOfRun(true)).toEqual([]);
  writeFileSync(`${root}/work/.env`, 'KEY=canary\nNEW_FLAG=canary\nKEYY=canary\n');
  expect(await warningsOfRun(false)).toEqual([]);
  expect(await warningsOfRun(true)).toEqual(['W1112 not declared: NEW_FLAG (.env:2), KEYY (.env:3)']);
  writeFileSync(`${root}/work/.env`, 'KEY=canary\n');
  expect(await warningsOfRun(true)).toEqual([]);
});

test('of a file that no value was read from, too, wherever the command is started', async () => {
  mkdirSync(`${root}/other/below`, { recursive: true });
  writeFileSync(`${root}/other/manifest.toml`, MANIFEST.replace('["dotenv', '["env", "dotenv'));
  writeFileSync(`${root}/other/.env`, 'NEW_FLAG=canary\n');
  const call = { folder: 'other/below', variables: { KEY: 'canary' } };
  expect(await warningsOfRun(true, call)).toEqual(['W1112 not declared: NEW_FLAG (../.env:1)']);
  expect(await warningsOfRun(true, call)).toEqual([]);
});

test('nothing of a file that cannot be looked at, where another store has the values', async () => {
  mkdirSync(`${root}/loop`);
  writeFileSync(`${root}/loop/manifest.toml`, MANIFEST.replace('.env"]', '.env", "env"]'));
  symlinkSync('.env', `${root}/loop/.env`);
  const warned = await warningsOfRun(true, { folder: 'loop', variables: { KEY: 'canary' } });
  expect(warned.map((warning) => warning.slice(0, 5))).toEqual(['W1101']);
});

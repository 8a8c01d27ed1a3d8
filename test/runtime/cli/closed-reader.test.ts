/** A reader that closes standard output ends the process by SIGPIPE, after the access was recorded (spec 6). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';

const MANIFEST = `[project]
name = "shop"
revision = "1.0"
require_reason = false
[defaults]
providers = ["dotenv://.env"]
[profiles.default]
API_KEY = { description = "Key" }
`;
/** More than any pipe holds, so that a part was read when the reader goes away. */
const VALUE = 'canary-from-dotenv'.repeat(20_000);
const SIGPIPE_STATUS = '141';

let world: CliWorld;
beforeAll(() => {
  world = openCli();
  world.write('manifest.toml', MANIFEST);
  world.write('.env', `API_KEY=${VALUE}\n`);
});
afterAll(() => world.remove());

const statusAfter = async (line: string) => {
  await world.run(line);
  return readFileSync(join(world.work, 'status'), 'utf8').trim();
};
const lastRecord = () => {
  const lines = readFileSync(join(world.home, '.local/state/tool/audit.log'), 'utf8').trim().split('\n');
  const { action, keys, outcome } = JSON.parse(lines.at(-1) ?? '');
  return { action, keys, outcome };
};

test('export', async () => {
  expect(await statusAfter('{ tool export; echo $? > status; } | head -c 30')).toBe(SIGPIPE_STATUS);
  expect(lastRecord()).toEqual({ action: 'export', keys: ['API_KEY'], outcome: 'error' });
});

test('check', async () => {
  // Its reader is gone before it starts.
  expect(await statusAfter('mkfifo pipe; exec 3<>pipe >pipe 3>&-; tool check; echo $? > status')).toBe(SIGPIPE_STATUS);
  expect(lastRecord()).toMatchObject({ action: 'check', outcome: 'error' });
});

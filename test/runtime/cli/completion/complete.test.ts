import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type CliWorld, openCli } from '../../../helpers/run-cli.js';

const MANIFEST = `[project]
name = "shop"
revision = "1.0"
require_reason = true

[providers]
team = "dotenv://.env"

[profiles.default]
DB_URL = { description = "Say \\u001b[31m it\\nNot shown", default = "canary-from-default" }

[profiles.production]
[profiles."con\\u001btrol"]
`;

let world: CliWorld;
beforeEach(() => {
  world = openCli({ TOOL_COMPLETE: 'elvish' });
  world.write('manifest.toml', MANIFEST);
  world.write('.env', 'DB_URL=canary-from-store\n');
});
afterEach(() => world.remove());

async function completed(words: string): Promise<string> {
  const { stdout, stderr, status } = await world.run(`tool -- ${words}`);
  expect({ status, stderr: `${stderr}` }).toEqual({ status: 0, stderr: '' });
  return `${stdout}`;
}

test('needs no reason, and shows descriptions in one line without control characters', async () => {
  expect(await completed('get D')).toBe('whole\tDB_URL\tDB_URL (Say \\x1b[31m it)\n');
});

test('leaves out names that a terminal cannot show', async () => {
  expect(await completed("run -P ''")).toBe('whole\tdefault\tdefault\nwhole\tproduction\tproduction\n');
});

test('says nothing for a broken manifest, user configuration or working folder', async () => {
  world.write('~/.config/tool/config.toml', '= broken');
  expect(await completed('get -p tea')).toContain('team');
  world.write('manifest.toml', '[profiles.production');
  expect(await completed('get D')).toBe('');
  expect(await completed('che')).toContain('check');
  expect(await completed('--file')).toContain('--file');
  // The shell that starts the tool has something to say here.
  const { stdout, status } = await world.run('mkdir x; cd x; rmdir ../x; tool -- che');
  expect([status, `${stdout}`]).toEqual([0, expect.stringContaining('check')]);
});

test('skips a folder named like the manifest', async () => {
  mkdirSync(join(world.work, 'below/manifest.toml'), { recursive: true });
  const { stdout } = await world.run('cd below; tool -- get D');
  expect(`${stdout}`).toContain('DB_URL');
});

test('does not wait for a pipe in the place of the manifest', async () => {
  const { stdout, status } = await world.run(
    'mkdir below; cd below; mkfifo manifest.toml; tool -- get --file manifest.toml D',
  );
  expect([status, `${stdout}`]).toEqual([0, '']);
});

test('takes the manifest that is named', async () => {
  world.write('other.toml', MANIFEST.replace('DB_URL', 'DB_OTHER'));
  expect(await completed('get --file other.toml D')).toContain('DB_OTHER');
  const { stdout } = await world.run('TOOL_FILE=other.toml tool -- get D');
  expect(`${stdout}`).toContain('DB_OTHER');
});

test('shows branches and tags of the checkout', async () => {
  await world.run(
    'mkdir -p .git/refs/heads/feature .git/refs/tags; echo x > .git/refs/heads/feature/one; echo x > .git/HEAD',
  );
  world.write('.git/packed-refs', `# pack-refs with: peeled\n${'0'.repeat(40)} refs/tags/v1\n^${'0'.repeat(40)}\n`);
  expect(await completed("plan diff ''")).toMatch(/HEAD[\s\S]*feature\/one[\s\S]*v1[\s\S]*manifest\.toml/u);
});

test('shows no value', async () => {
  for (const words of ["get ''", "run -p ''", "get -P default ''", "set DB_URL ''"])
    expect(await completed(words)).not.toContain('canary');
});

test('for a shell that is not known there is nothing', async () => {
  const { stdout, stderr, status } = await world.run('TOOL_COMPLETE=tcsh tool -- che');
  expect([status, `${stdout}`, `${stderr}`]).toEqual([0, '', '']);
});

test('the variable alone changes nothing', async () => {
  const { stdout } = await world.run('tool --version');
  expect(`${stdout}`).toMatch(/^tool \d/u);
});

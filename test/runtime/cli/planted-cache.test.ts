/** A checkout brings a cache for its own manifest, forged and as private as one of ours; the whole matrix: test/stores/caches.mjs. */
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';

const MANIFEST = `[project]
name = "demo"
revision = "1.0"

[profiles.default]
A = { description = "One", default = "honest!", providers = ["env"] }
`;
const ASK = 'tool get A; tool export --format json';
const HONEST = 'honest!{"A":"honest!"}\n';

let world: CliWorld;
const forged = () => join(world.home, 'forged');
const planted = () => join(world.work, '.cache/tool');
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !path.endsWith('/audit.log'));
const printed = async (variables: string) => `${(await world.run(`export ${variables}; ${ASK}`)).stdout}`;

/** What the tool kept of this manifest, with another default in plan and linked plan. */
beforeEach(async () => {
  world = openCli();
  world.write('manifest.toml', MANIFEST);
  expect(await printed('A=1')).toBe('1{"A":"1"}\n');
  renameSync(join(world.home, '.cache/tool'), forged());
  for (const path of filesIn(forged())) {
    const entry = readFileSync(path, 'latin1');
    writeFileSync(path, entry.replaceAll(/(?<!default = )"honest!"/gu, '"planted"'), 'latin1');
  }
  cpSync(forged(), planted(), { recursive: true });
  for (const path of ['', 'plans', 'links']) chmodSync(join(planted(), path), 0o700);
  mkdirSync(join(world.work, '.git'));
});
afterEach(() => world.remove());

test('in the home it would be believed', async () => {
  cpSync(forged(), join(world.home, '.cache/tool'), { recursive: true });
  chmodSync(join(world.home, '.cache/tool'), 0o700);
  expect(await printed('B=1')).toBe('planted{"A":"planted"}\n');
});

test.each(['XDG_CACHE_HOME=$PWD/.cache', 'HOME=$PWD', 'HOME=$PWD XDG_CACHE_HOME=.cache'])('%s', async (variables) => {
  const before = filesIn(world.work);
  expect([await printed(variables), await printed(variables)]).toEqual([HONEST, HONEST]);
  expect(filesIn(world.work)).toEqual(before);
});

test('no home at all: the version is printed, and a help', async () => {
  const { stdout, stderr, status } = await world.run('HOME= tool --version && HOME=. tool --help >/dev/null');
  expect([`${stdout}`, `${stderr}`, status]).toEqual([expect.stringMatching(/^tool \d/u), '', 0]);
});

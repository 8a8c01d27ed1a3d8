/** The configuration of a checkout names programs, which git starts: not for this tool, and not with what opens the user's stores. */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { gitProgram } from '#runtime/programs/git-program.js';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';

const MANIFEST = '[project]\nname = "demo"\nrevision = "1.0"\n\n[profiles.default]\nA = { description = "One" }\n';
const SETTINGS = ['core.fsmonitor', 'core.hooksPath', 'core.pager', 'core.askPass', 'core.sshCommand', 'diff.external'];
/** Not `stdout`: git reads what the program of `core.fsmonitor` prints. */
const PROGRAM = '#!/bin/sh\necho "$BW_SESSION$VAULT_TOKEN" >>"$(dirname "$0")/ran"\n';
const COMMIT = 'git -c user.name=T -c user.email=t@example.com commit --quiet --message=first';

let world: CliWorld;
const ran = () => existsSync(join(world.work, '.git/ran'));

beforeAll(async () => {
  world = openCli({ BW_SESSION: 'canary-session', VAULT_TOKEN: 'canary-token' });
  world.write('manifest.toml', MANIFEST);
  world.write('new/.env', 'B=canary-value\n');
  world.write('program', PROGRAM);
  const configured = SETTINGS.map((name) => `git config ${name} "$PWD/.git/program"`);
  const lines = ['git init --quiet', 'git add manifest.toml', COMMIT, 'mv program .git/program', ...configured];
  chmodSync(join(world.work, 'program'), 0o755);
  expect(await world.run(lines.join(' && '))).toMatchObject({ status: 0 });
});
afterAll(() => world.remove());

test.each([
  ['tool plan diff HEAD', 0, ''],
  ['tool plan diff nowhere', 2, 'git revision'],
  ['tool plan diff --all HEAD', 0, ''],
  ['cd new && tool init', 0, 'W0303'],
])('%s', async (line, status, warning) => {
  const done = await world.run(line);
  expect([`${done.stderr}`, done.status]).toEqual([expect.stringContaining(warning), status]);
  expect(ran()).toBe(false);
});

test('git itself would start it', async () => {
  await world.run('git ls-files --others');
  expect(ran()).toBe(true);
});

test('git gets no credential and no session of a store', () => {
  const variables = { PATH: process.env['PATH'], HOME: '/home/ann', GIT_DIR: '/x', LC_ALL: 'de_DE' };
  const secrets = { BW_SESSION: 'c', OP_SESSION_my: 'c', VAULT_TOKEN: 'c', AWS_SECRET_ACCESS_KEY: 'c' };
  const { environment } = gitProgram({ ...variables, ...secrets });
  expect(environment).toMatchObject({ HOME: '/home/ann', GIT_DIR: '/x', LC_ALL: 'de_DE' });
  expect(Object.keys(secrets).filter((name) => name in environment)).toEqual([]);
});

/** A PATH with an empty or relative entry, in a checkout that has programs of the names that the tool starts itself: none of them runs. */
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { filesBelow } from '../../helpers/golden.js';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';

const NAMES = ['git', 'mkfifo', 'sh', 'perl', 'prlimit', 'cat', 'cp', 'stty', 'age', 'sops', 'pass', 'gpg', 'ssh'];
const MANIFEST = `[project]
name = "checkout"
revision = "1.0"
require_reason = false

[profiles.default]
ALPHA = { description = "First", default = "one", providers = ["dotenv"] }
BETA = { description = "Second", type = "command", generate = { command = "echo two" }, providers = ["dotenv://beta.env"] }

[profiles.others]
GAMMA = { description = "Third", providers = ["pass", "sops://s.yaml", "age://a.age"] }
`;
const LINES = [
  'tool plan diff HEAD .',
  'tool plan diff HEAD~7 .',
  'tool run --redact -- /bin/true',
  'tool run -- /bin/true',
  'printf x | tool set ALPHA',
  'tool check',
  'tool check --profile others',
  'tool export',
  'tool init --from dotenv --file other.toml',
];

let world: CliWorld;
beforeAll(async () => {
  world = openCli();
  world.write('manifest.toml', MANIFEST);
  await world.run('git init -q . && git add . && git -c user.name=T -c user.email=t@example.com commit -qm first');
  for (const folder of ['', 'bin/']) {
    for (const name of NAMES) {
      world.write(`${folder}${name}`, '#!/bin/sh\necho "$0 $*" >> "$HOME/ran"\n');
      chmodSync(join(world.work, `${folder}${name}`), 0o755);
    }
  }
});
afterAll(() => world.remove());

const ran = () => (existsSync(join(world.home, 'ran')) ? readFileSync(join(world.home, 'ran'), 'utf8') : '');

test.each(['', '.', 'bin', './', '../work'])('entry `%s`', async (entry) => {
  for (const line of LINES) {
    await world.run(`PATH="${entry}:$PATH"; ${line}`);
    expect({ line, ran: ran() }).toEqual({ line, ran: '' });
  }
});

test('the command of `run` is found as a shell finds it', async () => {
  const { status } = await world.run('PATH=".:$PATH" tool run -- git status');
  expect([status, ran()]).toEqual([0, './git status\n']);
  rmSync(join(world.home, 'ran'));
});

test('no program is started by its name alone', () => {
  const runtime = fileURLToPath(new URL('../../../../runtime', import.meta.url));
  const started = filesBelow(runtime)
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /\b(?:spawn|exec|execFile)(?:Sync)?\(\s*['"`][a-z]/u.test(readFileSync(join(runtime, file), 'utf8')),
    );
  expect(started).toEqual([]);
});

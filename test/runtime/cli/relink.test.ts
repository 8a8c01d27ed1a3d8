/** What a call says and what files hold decides each time, though what was linked before is kept. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';

const MANIFEST = `[project]
name = "demo"
revision = "1.0"
extends = ["./parent.toml"]
require_reason = false

[profiles.default]
A = { description = "One", required = false }
B = { description = "Two", required = false }

[profiles.other]
A = { description = "One", default = "of the other profile" }

[scopes]
web = { secrets = ["A"] }
`;
const PARENT = `[project]
name = "parent"
revision = "1.0"

[profiles.default]
`;

let world: CliWorld;
beforeEach(async () => {
  world = openCli();
  world.write('manifest.toml', MANIFEST);
  world.write('parent.toml', PARENT);
  world.write('.env', 'A=a\nB=b\nC=c\n');
  world.write('other.env', 'A=from the other file\n');
  world.write('~/.config/tool/config.toml', '[defaults]\nprovider = "dotenv:.env"\n');
  expect(await exported()).toEqual({ A: 'a', B: 'b' });
  expect(await exported()).toEqual({ A: 'a', B: 'b' });
});
afterEach(() => world.remove());

async function exported(options = '', variables = ''): Promise<unknown> {
  const { stdout, stderr, status } = await world.run(`${variables} tool export ${options} --format json`);
  expect({ status, stderr: `${stderr}` }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(`${stdout}`);
}

test.each([
  ['--profile other', ''],
  ['', 'TOOL_PROFILE=other'],
])('another profile: %s%s', async (options, variables) => {
  world.write('.env', '');
  expect(await exported(options, variables)).toEqual({ A: 'of the other profile' });
  expect(await exported(options, variables)).toEqual({ A: 'of the other profile' });
  expect(await exported()).toEqual({});
});

test.each([
  ['--scope web', ''],
  ['', 'TOOL_SCOPE=web'],
])('a scope: %s%s', async (options, variables) => {
  expect(await exported(options, variables)).toEqual({ A: 'a' });
  expect(await exported(options, variables)).toEqual({ A: 'a' });
  expect(await exported()).toEqual({ A: 'a', B: 'b' });
});

test.each([
  ['--provider dotenv:other.env', ''],
  ['', 'TOOL_PROVIDER=dotenv:other.env'],
])('another store: %s%s', async (options, variables) => {
  expect(await exported(options, variables)).toEqual({ A: 'from the other file' });
  expect(await exported()).toEqual({ A: 'a', B: 'b' });
});

test('a change of the values', async () => {
  world.write('.env', 'A=new\n');
  expect(await exported()).toEqual({ A: 'new' });
});

test('a change of the manifest', async () => {
  world.write('manifest.toml', MANIFEST.replace(/^B = .*$/mu, 'C = { description = "Three" }'));
  expect(await exported()).toEqual({ A: 'a', C: 'c' });
});

test('a change of a parent', async () => {
  world.write('parent.toml', `${PARENT}C = { description = "Three" }\n`);
  expect(await exported()).toEqual({ A: 'a', B: 'b', C: 'c' });
});

test('a change of the user configuration', async () => {
  world.write('~/.config/tool/config.toml', '[defaults]\nprovider = "dotenv:other.env"\n');
  expect(await exported()).toEqual({ A: 'from the other file' });
});

test('a reason that is needed now, and an expected plan that is another', async () => {
  world.write('manifest.toml', MANIFEST.replace('require_reason = false', 'require_reason = true'));
  await exported('--reason test');
  const { status, stderr } = await world.run('tool export --format json');
  expect([status, `${stderr}`]).toEqual([1, expect.stringContaining('E0901')]);
  const hash = `sha256:${'0'.repeat(64)}`;
  const other = await world.run(`tool export --reason test --expect-hash ${hash} --format json`);
  expect([other.status, `${other.stderr}`]).toEqual([1, expect.stringContaining('E1306')]);
});

test.each([
  '"vault://me:hunter7c1e@localhost/kv"',
  `"vault://me:hunter7c1e'z@localhost/kv"`,
  '"vault://me:hunter7c1e z@localhost/kv"',
  '"vault://me:hunter7c1e\\u0040localhost/kv"',
  '"vault://me\\u003ahunter7c1e@localhost/kv"',
  '{ uri = "vault://me:hunter7c1e\\u0040localhost/kv" }',
])('the configuration holds a password in %s: nothing made of it is kept', async (address) => {
  const config = `[defaults]\nprovider = "dotenv:.env"\n[defaults.providers]\nx = ${address}\n`;
  world.write('~/.config/tool/config.toml', config);
  const { stderr } = await world.run('tool export --format json; tool export --format json');
  expect(`${stderr}`).not.toContain('hunter7c1e');
  const { stdout } = await world.run('grep -rl hunter7c1e ~/.cache/tool; true');
  expect(`${stdout}`).toBe('');
});

test.each(['HOME=/dev/null', 'XDG_CACHE_HOME=$PWD/other.env', 'XDG_CACHE_HOME=$PWD/other.env/below'])(
  'nothing can be kept below %s, and nobody hears of it',
  async (variable) => {
    // Where the audit log cannot be kept, there is a warning.
    world.write('~/.config/tool/config.toml', '[audit]\nenabled = false\n');
    const variables = `${variable} XDG_CONFIG_HOME='${world.home}/.config'`;
    const { stdout, stderr, status } = await world.run(`${variables} tool export --provider dotenv:.env --format json`);
    expect([status, `${stderr}`, JSON.parse(`${stdout}`)]).toEqual([0, '', { A: 'a', B: 'b' }]);
  },
);

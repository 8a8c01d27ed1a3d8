/** `--plan FILE`: beside a manifest it is obeyed only while it is what that compiles to, whatever the file says of itself. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { taggedSha256 } from '#runtime/plan/sha256.js';
import { canonicalJson, prettyJson } from '#schemas/canonical.js';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';

const MANIFEST = `[project]
name = "demo"
revision = "1.0"
extends = ["./parent.toml"]

[profiles.default]
A = { description = "One", providers = ["dotenv:.env"] }
`;
const PARENT = `[project]
name = "parent"
revision = "1.0"

[profiles.default]
B = { description = "Two", providers = ["dotenv:.env"], default = "b" }
`;
const NOBODY = 65_534;
/** Every test starts the tool a dozen times. */
jest.setTimeout(60_000);
const isRoot = process.getuid?.() === 0;

let world: CliWorld;
beforeEach(async () => {
  world = openCli();
  world.write('manifest.toml', MANIFEST);
  world.write('parent.toml', PARENT);
  world.write('.env', 'A=a\n');
  world.write('stolen.env', 'A=stolen\n');
  await succeeds('tool plan --output plan.json');
});
afterEach(() => world.remove());

async function succeeds(line: string): Promise<string> {
  const { stdout, stderr, status } = await world.run(line);
  expect({ line, status, stderr: `${stderr}` }).toEqual({ line, status: 0, stderr: '' });
  return `${stdout}`;
}
/** Exit code and code of the one finding; nothing may have reached standard output. */
async function refused(line: string): Promise<unknown> {
  const { stdout, stderr, status } = await world.run(line);
  expect(`${stdout}`).toBe('');
  return [status, ...[...`${stderr}`.matchAll(/^error(?:\[(E\d+)\])?/gmu)].map(([, code]) => code ?? 'usage')];
}
const EXPORT = 'tool export --plan plan.json --format json';
const exported = async () => JSON.parse(await succeeds(EXPORT));
/** Twice, and by each way to a plan: what was kept of the first start decides the second. */
async function isAccepted(): Promise<void> {
  for (let start = 0; start < 2; start++) {
    expect(await exported()).toEqual({ A: 'a', B: 'b' });
    expect(await succeeds('tool get A --plan plan.json')).toBe('a');
  }
  expect(await succeeds('tool plan --check plan.json')).toBe('');
}
async function isRefused(code: string, exitOfCheck: number): Promise<void> {
  const lines = [EXPORT, 'tool run --plan plan.json -- echo started', 'tool get A --plan plan.json'];
  for (const line of lines) expect([line, await refused(line)]).toEqual([line, [1, code]]);
  const { status } = await world.run('tool plan --check plan.json');
  expect(status).toBe(exitOfCheck);
}
const inWork = (path: string) => join(world.work, path);

/** Changes the plan file and makes its hashes hold again. */
function forge(change: (text: string) => string): void {
  const { integrity, ...file } = JSON.parse(change(readFileSync(inWork('plan.json'), 'utf8')));
  expect(integrity).toBeDefined();
  const rest = { ...file, hash: taggedSha256(canonicalJson(file.plan)) };
  world.write('plan.json', prettyJson({ ...rest, integrity: taggedSha256(canonicalJson(rest)) }));
}
const steal = () => forge((text) => text.replace('dotenv:.env', 'dotenv:stolen.env'));

describe('accepted', () => {
  test('as it was written', async () => isAccepted());
  test('whatever comments were added to the manifest and its parent', async () => {
    await isAccepted();
    world.write('manifest.toml', `# a comment\n${MANIFEST}`);
    await isAccepted();
    world.write('parent.toml', `${PARENT}# a comment\n`);
    await isAccepted();
  });
  test('though its sources say that other bytes were compiled', async () => {
    forge((text) => text.replaceAll(/"sha256": "[0-9a-f]+"/gu, `"sha256": "${'0'.repeat(64)}"`));
    await isAccepted();
  });
  test('alone where no manifest is found; stores start at its folder', async () => {
    rmSync(inWork('manifest.toml'));
    steal();
    for (let start = 0; start < 2; start++) {
      expect(JSON.parse(await succeeds('cd /; tool export --plan "$OLDPWD/plan.json" --format json'))).toEqual({
        A: 'stolen',
        B: 'b',
      });
    }
  });
  test('from anywhere below the manifest, where stores start', async () => {
    mkdirSync(inWork('plans'));
    await succeeds('mv plan.json plans/');
    for (let start = 0; start < 2; start++)
      expect(await succeeds('cd plans; tool get A --plan plan.json; tool run --plan plan.json -- printenv B')).toBe(
        'ab\n',
      );
  });
});

describe('refused beside a manifest', () => {
  test('altered, its hashes computed anew', async () => {
    steal();
    await isRefused('E1304', 1);
  });
  test('altered after it was accepted', async () => {
    await isAccepted();
    steal();
    await isRefused('E1304', 1);
  });
  test('accepted alone, before there was a manifest', async () => {
    rmSync(inWork('manifest.toml'));
    steal();
    expect(await exported()).toEqual({ A: 'stolen', B: 'b' });
    world.write('manifest.toml', MANIFEST);
    await isRefused('E1304', 1);
  });
  test('with a member that nobody reads', async () => {
    forge((text) => text.replace('"requireReason"', '"more": 1, "requireReason"'));
    await isRefused('E1304', 1);
  });
  test('when the meaning of the manifest changed', async () => {
    await isAccepted();
    world.write('manifest.toml', MANIFEST.replace('One', 'First'));
    await isRefused('E1304', 1);
  });
  test('when the meaning of a parent changed', async () => {
    await isAccepted();
    world.write('parent.toml', PARENT.replace('"b"', '"c"'));
    await isRefused('E1304', 1);
  });
  test.each([
    ['does not compile', MANIFEST.replace('[project]', '[project')],
    ['lacks a parent', MANIFEST.replace('parent.toml', 'nowhere.toml')],
  ])('that %s', async (_, manifest) => {
    await isAccepted();
    world.write('manifest.toml', manifest);
    await isRefused('E1311', 2);
  });
  test('that is a folder', async () => {
    rmSync(inWork('manifest.toml'));
    mkdirSync(inWork('manifest.toml'));
    await isRefused('E1311', 2);
  });
  test.each(['tool --file nowhere.toml export', 'TOOL_FILE=nowhere.toml tool export'])(
    'that is named and missing: %s',
    async (line) => expect(await refused(`${line} --plan plan.json`)).toEqual([1, 'E0308']),
  );
});

describe('looked at on every start, whatever was accepted before', () => {
  beforeEach(() => isAccepted());

  test('everybody may write it', async () => {
    chmodSync(inWork('plan.json'), 0o646);
    await isRefused('E1305', 2);
    chmodSync(inWork('plan.json'), 0o664);
    await isAccepted();
  });
  test('it has become a pipe', async () => {
    unlinkSync(inWork('plan.json'));
    expect(spawnSync('mkfifo', [inWork('plan.json')]).status).toBe(0);
    await isRefused('E1305', 2);
  });
  (isRoot ? test : test.skip)('it belongs to another user, unless the folder does, too', async () => {
    chownSync(inWork('plan.json'), NOBODY, NOBODY);
    await isRefused('E1305', 2);
    const { uid } = statSync(world.work);
    chownSync(world.work, NOBODY, NOBODY);
    await isAccepted();
    chownSync(world.work, uid, uid);
  });
});

describe('parents that were links to one file', () => {
  const TWIN = `[project]
name = "twin"
revision = "1.0"

[profiles.default]
B = { description = "Two", providers = ["dotenv:.env"], default = "twin" }
`;
  const OTHER = TWIN.replaceAll('twin', 'other');

  beforeEach(async () => {
    world.write('twin.toml', TWIN);
    world.write('other.toml', OTHER);
    symlinkSync('twin.toml', inWork('again.toml'));
    world.write('manifest.toml', MANIFEST.replace('"./parent.toml"', '"./twin.toml", "./other.toml", "./again.toml"'));
    await succeeds('tool plan --output plan.json');
    for (let start = 0; start < 2; start++) {
      expect(await exported()).toEqual({ A: 'a', B: 'other' });
      expect(await succeeds('tool export --format json')).toContain('other');
      expect(await succeeds('tool get B')).toBe('other');
    }
    rmSync(inWork('again.toml'));
    world.write('again.toml', TWIN);
  });

  test('and are two files of the same bytes now: nothing that was kept counts', async () => {
    expect(await succeeds('tool export --format json')).toContain('twin');
    expect(await succeeds('tool get B')).toBe('twin');
  });
  test('make the plan file stale', async () => isRefused('E1304', 1));
  test('and are links again', async () => {
    expect(await succeeds('tool get B')).toBe('twin');
    rmSync(inWork('again.toml'));
    symlinkSync('twin.toml', inWork('again.toml'));
    expect(await exported()).toEqual({ A: 'a', B: 'other' });
    expect(await succeeds('tool plan --check plan.json')).toBe('');
  });
});

describe('the expected hash', () => {
  const COMMANDS = ['run -- true', 'check', 'check --json', 'export', 'get A', 'set A a'];
  const withOption = (command: string, option: string) => command.replace(/^\w+/u, (name) => `tool ${name} ${option}`);
  const OTHER = `sha256:${'0'.repeat(64)}`;

  test.each(COMMANDS)('binds `%s`, as an option and as a variable, and must not be blank', async (command) => {
    const before = readFileSync(inWork('.env'), 'utf8');
    expect(await refused(withOption(command, `--expect-hash ${OTHER}`))).toEqual([1, 'E1306']);
    expect(await refused(`TOOL_EXPECT_HASH=${OTHER} ${withOption(command, '')}`)).toEqual([1, 'E1306']);
    expect(await refused(withOption(command, '--expect-hash " "'))).toEqual([2, 'usage']);
    expect(await refused(`TOOL_EXPECT_HASH= ${withOption(command, '')}`)).toEqual([2, 'usage']);
    expect(readFileSync(inWork('.env'), 'utf8')).toBe(before);
  });
  test('lets the plan pass that has it, twice, be it from a plan file', async () => {
    const hash = (await succeeds('tool plan --hash')).trim();
    for (const plan of ['', '', '--plan plan.json', '--plan plan.json'])
      expect(await succeeds(`TOOL_EXPECT_HASH=${hash} tool export ${plan} --format json`)).toContain('"a"');
    expect(await refused(`${EXPORT} --expect-hash ${OTHER}`)).toEqual([1, 'E1306']);
    expect(await refused(`tool get A --plan plan.json --expect-hash ${OTHER}`)).toEqual([1, 'E1306']);
  });
  test('as an option counts before the variable', async () => {
    const hash = (await succeeds('tool plan --hash')).trim();
    await succeeds(`TOOL_EXPECT_HASH=${OTHER} tool get A --expect-hash ${hash}`);
    expect(await refused(`TOOL_EXPECT_HASH=${hash} tool get A --expect-hash ${OTHER}`)).toEqual([1, 'E1306']);
  });
});

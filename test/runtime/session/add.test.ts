/** `add` next to other programs: nothing is lost, and a failed addition leaves the manifest as it was. */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Failure } from '#runtime/failure.js';
import { NO_OPTIONS } from '#runtime/session/call.js';
import { nodePorts } from '#runtime/session/node-ports.js';
import { Session } from '#runtime/session/session.js';
import { type CliWorld, openCli } from '../../helpers/run-cli.js';

const MANIFEST = `# kept
[project]
name = "demo"
revision = "1.0"

[profiles.default]
FIRST = { description = "First", required = false } # kept
`;

let world: CliWorld;
beforeEach(() => {
  world = openCli();
  world.write('manifest.toml', MANIFEST);
});
afterEach(() => world.remove());

const path = () => `${world.work}/manifest.toml`;
const textNow = () => readFileSync(path(), 'utf8');

/** The codes of the failure, or the profile. `meanwhile` happens while the description is obtained. */
async function add(secret: string, meanwhile: () => void = () => {}): Promise<string> {
  const call = { options: NO_OPTIONS, variables: { HOME: world.home }, workingFolder: world.work };
  const session = new Session(call, nodePorts({ warn: async () => {}, notice: async () => {} }));
  try {
    const describe = async () => {
      meanwhile();
      return `About ${secret}`;
    };
    return (await session.add(secret, describe)).profile;
  } catch (error) {
    if (error instanceof Failure) return error.diagnostics.map(({ code }) => code).join();
    throw error;
  }
}

test('processes that add at once lose nothing', async () => {
  const names = Array.from({ length: 16 }, (_, index) => `NAME_${index}`);
  const ended = await Promise.all(names.map((name) => world.run(`tool add ${name} -d 'About ${name}'`)));
  expect(ended.map(({ status, stderr }) => [status, `${stderr}`])).toEqual(names.map(() => [0, '']));
  const lines = textNow().split('\n');
  const added = names.map((name) => `${name} = { description = "About ${name}" }`);
  expect(added.filter((line) => !lines.includes(line))).toEqual([]);
  expect(lines.filter((line) => !added.includes(line)).join('\n')).toBe(MANIFEST);
  expect(readdirSync(world.work)).toEqual(['manifest.toml']);
}, 120_000);

test('of processes that add one name at once, one does', async () => {
  const ended = await Promise.all(Array.from({ length: 6 }, () => world.run('tool add SAME -d x')));
  expect(ended.map(({ status }) => status).sort()).toEqual([0, 1, 1, 1, 1, 1]);
  expect(textNow()).toBe(`${MANIFEST}SAME = { description = "x" }\n`);
}, 120_000);

test('what another program writes while the description is typed is kept', async () => {
  const changed = MANIFEST.replace('"First"', '"Changed"');
  expect(await add('SECOND', () => writeFileSync(path(), changed))).toBe('default');
  expect(textNow()).toBe(`${changed}SECOND = { description = "About SECOND" }\n`);
});

test('a secret that another program adds meanwhile is not replaced', async () => {
  const theirs = `${MANIFEST}SECOND = { description = "Theirs" }\n`;
  expect(await add('SECOND', () => writeFileSync(path(), theirs))).toBe('E0316');
  expect(textNow()).toBe(theirs);
});

test('a manifest that another program breaks meanwhile is not written', async () => {
  const broken = `${MANIFEST}SECOND = {\n`;
  expect(await add('THIRD', () => writeFileSync(path(), broken))).toBe('E0101');
  expect(textNow()).toBe(broken);
});

test('permissions are kept', async () => {
  chmodSync(path(), 0o664);
  expect(await add('SECOND')).toBe('default');
  expect(statSync(path()).mode & 0o777).toBe(0o664);
});

test('no description is asked for if the secret cannot be added', async () => {
  let asked = 0;
  const count = () => {
    asked++;
  };
  expect([await add('FIRST', count), await add('a-b', count), await add('defaults', count)]).toEqual([
    'E0316',
    'E0211',
    'E0315',
  ]);
  expect(asked).toBe(0);
});

test.each(['require_reason = true', 'require_reason = "agents"'])(
  'needs no reason where the project has %s',
  async (line) => {
    writeFileSync(path(), MANIFEST.replace('revision = "1.0"', `revision = "1.0"\n${line}`));
    expect(await add('SECOND')).toBe('default');
  },
);

/** One session for many operations: what it opens, what it links and what it refuses. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parseArguments } from '#runtime/cli/arguments.js';
import { check } from '#runtime/cli/commands/check.js';
import { Failure } from '#runtime/failure.js';
import { type Call, type CallOptions, type CommandContext, NO_OPTIONS } from '#runtime/session/call.js';
import { nodePorts } from '#runtime/session/node-ports.js';
import type { SessionPorts } from '#runtime/session/ports.js';
import { Session } from '#runtime/session/session.js';
import { openUsable } from '#runtime/stores/usable-store.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { fakeTerminal } from '../../helpers/fake-terminal.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
let made = 0;

/** A folder with this manifest and a store for each profile. */
function project(lines: readonly string[], revision = ''): string {
  const folder = `${root}/p${made++}`;
  mkdirSync(`${folder}/home`, { recursive: true });
  writeFileSync(
    `${folder}/manifest.toml`,
    `[project]\nname = "demo"\nrevision = "1.0"\n${revision}\n${lines.join('\n')}\n`,
  );
  return folder;
}

const TWO_PROFILES = [
  '[defaults]',
  'providers = ["file:./values/{profile}"]',
  '[profiles.default]',
  'A = { description = "a" }',
  'B = { description = "b" }',
  '[profiles.production]',
  'A = { description = "a" }',
  'B = { description = "b" }',
];

function value(folder: string, profile: string, name: string, text: string): void {
  mkdirSync(`${folder}/values/${profile}/demo/${profile}`, { recursive: true });
  writeFileSync(`${folder}/values/${profile}/demo/${profile}/${name}`, text);
}

function callIn(folder: string, options: Partial<CallOptions> = {}, variables: Call['variables'] = {}): Call {
  return {
    options: { ...NO_OPTIONS, ...options },
    variables: { HOME: `${folder}/home`, ...variables },
    workingFolder: folder,
  };
}

/** Ports that keep what was opened and warned of. */
function watched(): { ports: SessionPorts; opened: string[]; warned: string[] } {
  const opened: string[] = [];
  const warned: string[] = [];
  const ports: SessionPorts = {
    ...nodePorts({
      warn: async (warnings) => {
        warned.push(...warnings.map(({ code }) => code));
      },
      notice: async () => {},
    }),
    openStore: (uri, providerPorts) => {
      opened.push(`${uri.authority}${uri.path} of ${providerPorts.context.profile}`);
      return openUsable(uri, providerPorts);
    },
  };
  return { ports, opened, warned };
}

const textOf = async (session: Session, name: string, profile: string) => {
  const { delivered } = await session.get(name, { profile });
  return delivered.kind === 'value' ? delivered.value.revealText() : delivered.kind;
};

const checked = (session: Session) => session.check(async (checking) => (await checking.resolve()).resolution);

test('a thousand values of two profiles open each store once', async () => {
  const folder = project(TWO_PROFILES);
  for (const profile of ['default', 'production'])
    for (const name of ['A', 'B']) value(folder, profile, name, `${name} of ${profile}`);
  const { ports, opened } = watched();
  const session = new Session(callIn(folder), ports);
  for (let turn = 0; turn < 250; turn++) {
    for (const profile of ['default', 'production'])
      for (const name of ['A', 'B']) expect(await textOf(session, name, profile)).toBe(`${name} of ${profile}`);
  }
  expect([...opened].sort()).toEqual(['./values/default of default', './values/production of production']);
  await session.close();
});

test('operations at the same time share what is opened', async () => {
  const folder = project(TWO_PROFILES);
  for (const name of ['A', 'B']) value(folder, 'default', name, name);
  const { ports, opened } = watched();
  const session = new Session(callIn(folder), ports);
  const texts = await Promise.all(['A', 'B', 'A', 'B'].map((name) => textOf(session, name, 'default')));
  expect(texts).toEqual(['A', 'B', 'A', 'B']);
  expect(opened).toEqual(['./values/default of default']);
  await session.close();
});

test('a closed session may be used again, and opens its stores anew', async () => {
  const folder = project(TWO_PROFILES);
  value(folder, 'default', 'A', 'first');
  const { ports, opened } = watched();
  const session = new Session(callIn(folder), ports);
  await textOf(session, 'A', 'default');
  await session.close();
  await textOf(session, 'A', 'default');
  await session.close();
  expect(opened).toHaveLength(2);
});

test('an operation after a corrected mistake succeeds', async () => {
  const folder = project(TWO_PROFILES);
  value(folder, 'default', 'A', 'a');
  const good = readFileSync(`${folder}/manifest.toml`);
  const session = new Session(callIn(folder), watched().ports);
  rmSync(`${folder}/manifest.toml`);
  await expect(session.get('A')).rejects.toThrow(Failure);
  writeFileSync(`${folder}/manifest.toml`, 'no manifest');
  await expect(session.get('A')).rejects.toThrow(Failure);
  writeFileSync(`${folder}/manifest.toml`, good);
  expect(await textOf(session, 'A', 'default')).toBe('a');
  await session.close();
});

test('what is stored in a session is read in it', async () => {
  const folder = project(TWO_PROFILES);
  value(folder, 'default', 'A', 'old');
  const { ports } = watched();
  const session = new Session(callIn(folder), ports);
  expect(await textOf(session, 'A', 'default')).toBe('old');
  const { target } = await session.set('A', async () => SecretValue.fromText('new'));
  expect(target).toBe('values/default/demo/default/A');
  expect(await textOf(session, 'A', 'default')).toBe('new');
  await session.close();
});

test('the reason policy is asked before a profile is looked up or a store is opened', async () => {
  const folder = project(TWO_PROFILES, 'require_reason = true');
  const { ports, opened } = watched();
  const session = new Session(callIn(folder, { profile: 'nowhere' }), ports);
  const used = () => Promise.reject(new Error('it was used'));
  const codes = await Promise.all(
    [session.run('true', used), session.get('A'), session.set('A', used), session.check(used), session.report()].map(
      (operation: Promise<unknown>) =>
        operation.then(
          () => [],
          (error: unknown) => (error instanceof Failure ? error.diagnostics.map(({ code }) => code) : [String(error)]),
        ),
    ),
  );
  expect(codes).toEqual([['E0901'], ['E0901'], ['E0901'], ['E0901'], ['E0901']]);
  expect(opened).toEqual([]);
  const excused = new Session(callIn(folder, { reason: 'debugging' }), ports);
  await expect(excused.check(async ({ project: name, profile }) => [name, profile])).resolves.toEqual([
    'demo',
    'default',
  ]);
});

test('a second session takes up what the first one linked', async () => {
  const folder = project(TWO_PROFILES);
  for (const name of ['A', 'B']) value(folder, 'default', name, name);
  const linkedAnew = () => new Session(callIn(folder), watched().ports).run('true', async ({ linked }) => linked);
  const [first, second] = [await linkedAnew(), await linkedAnew()];
  expect(second).toEqual(first);
});

test('warnings are reported where the operation succeeds', async () => {
  const folder = project([
    '[defaults]',
    'providers = ["file:./broken", "file:./good"]',
    '[profiles.default]',
    'A = { description = "a" }',
  ]);
  writeFileSync(`${folder}/broken`, 'no folder');
  mkdirSync(`${folder}/good/demo/default`, { recursive: true });
  writeFileSync(`${folder}/good/demo/default/A`, 'x');
  const { ports, warned } = watched();
  const session = new Session(callIn(folder), ports);
  expect((await checked(session)).secrets[0]?.status).toBe('found');
  expect(warned).toEqual(['W1101']);
});

test('a command needs no process: its folder and variables are handed in', async () => {
  const folder = project(TWO_PROFILES);
  for (const name of ['A', 'B']) value(folder, 'production', name, name);
  const context: CommandContext = {
    variables: { HOME: `${folder}/home`, TOOL_PROFILE: 'production' },
    entries: () => [],
    workingFolder: folder,
    interruption: {
      signal: new AbortController().signal,
      isRequested: false,
      leavingKeys: (work) => work(),
      takeExitCode: () => null,
      release: async () => {},
      uninterruptibly: (work) => work(),
    },
  };
  expect(await check.run(await parseArguments(check.spec, ['--json']), context)).toBe(0);
  expect(
    await check.run(await parseArguments(check.spec, ['--json']), { ...context, variables: { HOME: folder } }),
  ).toBe(1);
});

const PROMPTED = ['[profiles.default]', 'A = { description = "a", prompt = true, providers = ["null"] }'];

test('only a run asks, on the terminal of the session', async () => {
  const folder = project(PROMPTED);
  const terminal = fakeTerminal('typed');
  const { ports } = watched();
  const session = new Session(callIn(folder), { ...ports, terminal });
  expect((await session.report()).missing).toEqual(['A']);
  expect((await checked(session)).missing).toEqual(['A']);
  expect(terminal.asked).toEqual([]);
  const statuses = session.run('true', async ({ resolution }) => resolution.secrets.map(({ status }) => status));
  await expect(statuses).resolves.toEqual(['found']);
  expect(terminal.asked).toEqual([
    { kind: 'secret', secret: 'A', description: 'a', profile: 'default', destination: null },
  ]);
  await expect(session.run('true', async () => {})).rejects.toMatchObject({ diagnostics: [{ code: 'E0902' }] });
});

test('nobody listens for the end of a call whose stores do not wait', async () => {
  const folder = project(TWO_PROFILES);
  value(folder, 'default', 'A', 'a');
  let listeners = 0;
  const signal = () => {
    listeners++;
    return new AbortController().signal;
  };
  const ports = nodePorts({ warn: async () => {}, notice: async () => {}, terminal: fakeTerminal(), signal });
  const session = new Session(callIn(folder), ports);
  expect(await textOf(session, 'A', 'default')).toBe('a');
  await session.close();
  expect(listeners).toBe(0);
  expect([ports.signal, ports.signal].every((one) => !one.aborted)).toBe(true);
  expect(listeners).toBe(1);
});

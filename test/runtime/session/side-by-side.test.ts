/** Sessions and requests that share a process, and nothing else: each has its own variables, folders, signal, warnings and progress. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Answer, ProviderPorts } from '#runtime/providers/provider.js';
import { type Call, NO_OPTIONS } from '#runtime/session/call.js';
import { nodePorts, type Provided } from '#runtime/session/node-ports.js';
import { Session } from '#runtime/session/session.js';
import { openUsable, type UsableStore } from '#runtime/stores/usable-store.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { dotenv } from '#schemas/providers/dotenv.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
const HEAD = '[project]\nname = "demo"\nrevision = "1.0"\n';
const silent = { warn: async () => {}, notice: async () => {} };
let made = 0;

/** A call in a folder of its own, with a home and a folder for temporary files. */
function callIn(manifest: string, variables: Call['variables'] = {}, followsChanges = false): Call {
  const workingFolder = join(root, `p${made++}`);
  const tmp = join(root, `tmp${made}`);
  for (const folder of [join(workingFolder, 'home'), tmp]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(workingFolder, 'manifest.toml'), `${HEAD}${manifest}`);
  const own = { HOME: join(workingFolder, 'home'), TMPDIR: tmp, PATH: process.env['PATH'] };
  return {
    options: { ...NO_OPTIONS, ...(followsChanges && { followsChanges: true as const }) },
    variables: { ...own, ...variables },
    workingFolder,
  };
}

async function textOf(session: Session, name: string): Promise<string | null> {
  const { delivered } = await session.get(name);
  if (delivered.kind === 'path') return delivered.path;
  return delivered.kind === 'value' ? delivered.value.revealText() : null;
}

/** A store that answers when it is told to, and gives up with the signal of its call; how often it was opened and asked. */
function slowStore(ports: Provided, heeds = true) {
  const answers: (() => void)[] = [];
  let opened = 0;
  const store: UsableStore['store'] = {
    kind: 'open',
    shown: 'slow',
    identity: async () => 'slow',
    read: (requests, call) =>
      new Promise<readonly Answer[]>((resolve, reject) => {
        if (heeds) call.signal.addEventListener('abort', () => reject(call.signal.reason));
        answers.push(() => resolve(requests.map(() => ({ kind: 'found', value: SecretValue.fromText('read') }))));
      }),
    write: async (entries) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return entries.map(() => ({ kind: 'written' }));
    },
  };
  const openStore = async (): Promise<UsableStore> => {
    opened++;
    return { kind: 'open', scheme: 'dotenv', abilities: dotenv.abilities(), store };
  };
  return {
    ports: { ...nodePorts(ports), openStore },
    answers,
    opened: () => opened,
    /** Until this many reads and writes wait for an answer. */
    async asked(count: number) {
      while (answers.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
}

const ONE = '[profiles.default]\nA = { description = "a", providers = ["dotenv"] }\n';

const NAMES = ['A', 'HELPER'] as const;
beforeEach(() => {
  for (const name of NAMES) process.env[name] = 'of the process';
});
afterEach(() => {
  for (const name of NAMES) delete process.env[name];
});

test('stores, generators and files see the variables and folders of their own call', async () => {
  const manifest = `[profiles.default]
A = { description = "a", providers = ["env"] }
MADE = { description = "m", type = "command", generate = { command = "printf %s $HELPER" }, providers = ["dotenv"] }
FILE = { description = "f", default = "x", as_path = true, providers = ["null"] }
`;
  const calls = ['one', 'two'].map((name) => callIn(manifest, { A: `a of ${name}`, HELPER: `made-for-${name}` }));
  const sessions = calls.map((call) => new Session(call, nodePorts(silent)));
  const read = (name: string) => Promise.all(sessions.map((session) => textOf(session, name)));
  expect(await read('A')).toEqual(['a of one', 'a of two']);
  expect(await read('MADE')).toEqual(['made-for-one', 'made-for-two']);
  const paths = await read('FILE');
  expect(paths.map((path, index) => path?.startsWith(`${calls[index]?.variables['TMPDIR']}/`))).toEqual([true, true]);
  for (const [index, { workingFolder }] of calls.entries()) {
    expect(readFileSync(join(workingFolder, '.env'), 'utf8')).toContain(`made-for-${['one', 'two'][index]}`);
    expect(existsSync(join(workingFolder, 'home/.local/state/tool/audit.log'))).toBe(true);
  }
  await Promise.all(sessions.map((session) => session.close()));
});

test('credentials are looked up in the variables of the call', async () => {
  const seen: (string | null)[] = [];
  const manifest = '[profiles.default]\nA = { description = "a", providers = ["vault://h/m"] }\n';
  for (const token of ['one', 'two']) {
    const openStore = async (uri: Parameters<typeof openUsable>[0], ports: ProviderPorts) => {
      seen.push((await ports.credential('token'))?.revealText() ?? null);
      return openUsable(uri, ports);
    };
    const session = new Session(callIn(manifest, { VAULT_TOKEN: token }), { ...nodePorts(silent), openStore });
    await session.get('A').catch(() => null);
    await session.close();
  }
  expect(seen).toEqual(['one', 'two']);
});

test('to cancel one session leaves the other whole', async () => {
  const controller = new AbortController();
  const [one, two] = [slowStore({ ...silent, signal: () => controller.signal }), slowStore(silent)];
  const [first, second] = [new Session(callIn(ONE), one.ports), new Session(callIn(ONE), two.ports)];
  const [cancelled, kept] = [first.get('A'), textOf(second, 'A')];
  await Promise.all([one.asked(1), two.asked(1)]);
  controller.abort(new Error('cancelled'));
  await expect(cancelled).rejects.toMatchObject({ diagnostics: [{ code: 'E1105' }] });
  two.answers[0]?.();
  expect(await kept).toBe('read');
});

test.each([true, false])(
  'to cancel one request leaves the others whole: a store that heeds it is %p',
  async (heeds) => {
    const store = slowStore(silent, heeds);
    const session = new Session(callIn(ONE), store.ports);
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const cancelled = session.request({ signal: controller.signal }).get('A');
    const kept = textOf(session.request({ signal: new AbortController().signal }), 'A');
    await store.asked(2);
    controller.abort(reason);
    await expect(cancelled).rejects.toBe(reason);
    for (const answer of store.answers) answer();
    expect(await kept).toBe('read');
    expect(store.opened()).toBe(1);
    await expect(session.request({ signal: controller.signal }).get('A')).rejects.toBe(reason);
  },
);

test('a write that has begun is finished before its request is given up', async () => {
  const store = slowStore(silent);
  const session = new Session(callIn(ONE), store.ports);
  const controller = new AbortController();
  const request = session.request({ signal: controller.signal });
  const set = request.set('A', async () => SecretValue.fromText('new'));
  await store.asked(1);
  controller.abort(new Error('cancelled'));
  store.answers[0]?.();
  await expect(set).resolves.toMatchObject({ profile: 'default' });
});

test('each request has its own warnings and progress', async () => {
  const manifest = `[defaults]\nproviders = ["file:./broken", "file:./good"]\n[profiles.default]\nA = { description = "a" }\n`;
  const call = callIn(manifest);
  mkdirSync(join(call.workingFolder, 'good/demo/default'), { recursive: true });
  writeFileSync(join(call.workingFolder, 'good/demo/default/A'), 'good');
  writeFileSync(join(call.workingFolder, 'broken'), '');
  const session = new Session(call, nodePorts({ ...silent, warn: async () => Promise.reject(new Error('not here')) }));
  const told: string[] = [];
  const requests = ['one', 'two'].map((name) =>
    session.request({
      warn: async (warnings) => {
        told.push(...warnings.map(({ code }) => `${name} ${code}`));
      },
      progress: (step) => step !== null && told.push(`${name} progress`),
    }),
  );
  for (const request of requests) await request.check(async (checking) => checking.resolve());
  const about = (name: string) => [...new Set(told.filter((line) => line.startsWith(name)))].sort();
  expect([about('one'), about('two')]).toEqual([
    ['one W1101', 'one progress'],
    ['two W1101', 'two progress'],
  ]);
});

test.each([
  [false, ['1', '1']],
  [true, ['1', '2']],
])('the plan is read again where the caller wants that: %p', async (follows, expected) => {
  const call = callIn(
    '[profiles.default]\nA = { description = "a", providers = ["null"], default = "1" }\n',
    {},
    follows,
  );
  const session = new Session(call, nodePorts(silent));
  const first = await textOf(session, 'A');
  writeFileSync(
    join(call.workingFolder, 'manifest.toml'),
    `${HEAD}[profiles.default]\nA = { description = "a", providers = ["null"], default = "2" }\n`,
  );
  expect([first, await textOf(session, 'A')]).toEqual(expected);
  await session.close();
});

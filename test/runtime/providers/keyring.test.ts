import { createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { failedKeyring } from '#runtime/providers/keyring/keyring-failure.js';
import { answered } from '#runtime/providers/keyring/keyring-library.js';
import { doesBusAnswer } from '#runtime/providers/keyring/session-bus.js';
import type { At } from '#schemas/stores/address.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
const ports = portsIn(folder);
const targetOf = async (spec: string, at: At) => says(await openStore(spec, ports)).target(at);

test.each([
  ['keyring', convention('KEY'), 'item=tool/demo/default/KEY field=tester'],
  ['keyring://', native('service'), 'item=service field=tester'],
  ['keyring', { kind: 'native', item: 'service', field: 'ann' } as const, 'item=service field=ann'],
  ['keyring://team/{profile}/{key}', convention('KEY'), 'item=team/default/KEY field=tester'],
  ['keyring://{key}', { ...convention('{project}'), project: '{key}' } as At, 'item={project} field=tester'],
])('%s keeps %j under %s', async (spec, at, target) => expect(await targetOf(spec, at)).toBe(target));

test('the store is shown by its pattern', async () => {
  expect((await openStore('keyring://', ports)).shown).toBe('keyring');
  expect((await openStore('keyring://team/{key}', ports)).shown).toBe('keyring://team/{key}');
});

test('an omitted account is the own one', async () => {
  const store = await openStore('keyring', ports);
  const identities = [native('s'), { kind: 'native', item: 's', field: 'tester' } as const, native('t')];
  const [omitted, own, other] = await Promise.all(identities.map((at) => store.identity(at)));
  expect([omitted === own, omitted === other]).toEqual([true, false]);
});

test('names that no keyring can keep apart are refused without asking it', async () => {
  const store = await openStore('keyring', ports);
  const bad: readonly At[] = [native('a\0b'), native(''), { kind: 'native', item: 'a', field: '' }];
  expect((await store.read(bad, CALL)).map(inShort)).toEqual(bad.map(() => 'failed unsupported'));
  expect(await says(store).refusesWrite(native('a\0b'))).toMatch(/contain NUL; rename the `item` of the ref$/);
  expect(await says(store).refusesWrite(convention('KEY'))).toBeNull();
});

test.each([
  ["Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'locked'],
  ['Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time', 'unreachable'],
  [
    'Platform failure: DBus error: The name org.freedesktop.secrets was not provided by any .service files',
    'unreachable',
  ],
  ['Platform failure: DBus error: Did not receive a reply. Possible causes include', 'timeout'],
  ['Entry is matched by 2 credentials: [Entry { inner: canary }]', 'failed'],
  ["Couldn't access platform storage: Secret Service: no result found", 'failed'],
  ['something else', 'failed'],
])('%j is %s, and never a miss', (message, kind) => {
  const { failure } = failedKeyring(new Error(message));
  expect(failure.kind).toBe(kind);
  expect(failure.detail).not.toContain('canary');
});

test('what the library says reaches nobody raw or without end', () =>
  expect(failedKeyring(new Error(`a\x1b[31m\nb${'x'.repeat(999)}`)).failure.detail).toMatch(
    /^the keyring answered: a \[31m b(?:x){250,300}…$/,
  ));

test('a request that never ends is given up with the call', async () => {
  const stop = new AbortController();
  const answer = answered(() => new Promise<never>(() => {}), { signal: stop.signal });
  stop.abort();
  expect(await answer).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } });
});

const busAt = (address: string) => new Map([['DBUS_SESSION_BUS_ADDRESS', Buffer.from(address)]]);
const served = async (name: string, serve: (socket: Socket) => void, use: (path: string) => Promise<void>) => {
  const server = createServer(serve);
  const path = `${folder}/${name}`;
  await new Promise<void>((resolve) => server.listen(path, resolve));
  await use(path).finally(() => server.close());
};

test('a bus that says anything answers', () =>
  served(
    'bus one',
    (socket) => socket.once('data', () => socket.end('REJECTED EXTERNAL\r\n')),
    async (path) => {
      const address = `unix:guid=1,path=${path.replace(' ', '%20')},x=y;unix:path=/other`;
      expect(await doesBusAnswer(busAt(address), CALL.signal)).toBe(true);
    },
  ));

test('a bus that takes the connection and is silent does not', () => {
  const stop = new AbortController();
  return served(
    'silent',
    (socket) => socket.once('data', () => stop.abort()),
    async (path) => expect(await doesBusAnswer(busAt(`unix:path=${path}`), stop.signal)).toBe(false),
  );
});

test.each(['', 'unix:path=/nowhere/at/all', 'tcp:host=localhost', 'unix:path=%ff', 'autolaunch:'])(
  'a bus that cannot hang is left to the library: %j',
  async (address) => expect(await doesBusAnswer(busAt(address), CALL.signal)).toBe(true),
);

test('an absent entry is told by its service, and by its account where it is another', async () => {
  const store = await openStore('keyring', ports);
  expect(await says(store).absence(convention('KEY'))).toBe('keyring: no entry tool/demo/default/KEY');
  expect(await says(store).absence({ ...native('svc'), field: 'bot' } as At)).toBe(
    'keyring: no entry svc of account bot',
  );
});

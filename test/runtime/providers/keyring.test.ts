import { expect, test } from '@jest/globals';
import { BusFault } from '#runtime/providers/keyring/bus/bus-fault.js';
import { failedKeyring } from '#runtime/providers/keyring/keyring-failure.js';
import { Bounds } from '#runtime/providers/keyring/open-keyring.js';
import { failed, StoreFailureError } from '#runtime/providers/store-failure.js';
import type { At } from '#schemas/addresses/address.js';
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
  expect(await says(store).refusesWrite(native('a\0b'))).toMatch(/has no NUL; rename the `item` of the ref$/);
  expect(await says(store).refusesWrite(convention('KEY'))).toBeNull();
});

const DBUS = 'org.freedesktop.DBus.Error';
test.each([
  [new BusFault('answered', 'canary', `${DBUS}.ServiceUnknown`), 'unreachable'],
  [new BusFault('answered', 'canary', `${DBUS}.Spawn.ChildExited`), 'unreachable'],
  [new BusFault('answered', 'canary', `${DBUS}.NoReply`), 'unreachable'],
  [new BusFault('answered', 'canary', 'org.freedesktop.Secret.Error.IsLocked'), 'locked'],
  [new BusFault('answered', 'not allowed', `${DBUS}.AccessDenied`), 'denied'],
  [new BusFault('answered', 'something else', `${DBUS}.Failed`), 'failed'],
  [new BusFault('timeout', 'canary'), 'timeout'],
  [new BusFault('malformed', 'not valid'), 'failed'],
  [new BusFault('unreachable', 'nothing listens'), 'unreachable'],
  [new StoreFailureError(failed('locked', 'the keyring is locked').failure), 'locked'],
  [new Error('User canceled the operation'), 'locked'],
  [new Error('Secret Service: unlock prompt was dismissed'), 'locked'],
  [new Error('Platform failure: DBus error: Did not receive a reply. Possible causes include'), 'timeout'],
  [new Error('Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled'), 'unreachable'],
  [new Error("Couldn't access platform storage: Secret Service: no result found"), 'failed'],
  [new Error('Entry is matched by 2 credentials: [Entry { inner: canary }]'), 'failed'],
  [new Error('something else'), 'failed'],
])('%s is %s, and never a miss', (error, kind) => {
  const { failure } = failedKeyring(error);
  expect(failure.kind).toBe(kind);
  expect(failure.detail).not.toContain('canary');
});

test('what a keyring says is cleaned and shortened', () =>
  expect(failedKeyring(new Error(`a\x1b[31m\nb${'x'.repeat(999)}`)).failure.detail).toMatch(
    /^the keyring answered: a \[31m b(?:x){250,300}…$/,
  ));

test('a request that never ends is given up with the call', async () => {
  const stop = new AbortController();
  const bounds = new Bounds({ signal: stop.signal });
  const answer = bounds.answered(() => new Promise<never>(() => {}));
  stop.abort();
  expect(await answer).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } });
  expect(await bounds.answered(async () => 'too late')).toMatchObject({ kind: 'failed' });
});

test('an absent entry is told by its service, and by its account where it is another', async () => {
  const store = await openStore('keyring', ports);
  expect(await says(store).absence(convention('KEY'))).toBe('keyring: no entry tool/demo/default/KEY');
  expect(await says(store).absence({ ...native('svc'), field: 'bot' } as At)).toBe(
    'keyring: no entry svc of account bot',
  );
});

/** The store on a Secret Service of our own, for what a real one does only with a person before it. */
import {
  createCipheriv,
  createDecipheriv,
  createDiffieHellman,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { afterEach, expect, test as testHere } from '@jest/globals';
import { asBytes, asList, asText, type BusValue, Variant } from '#runtime/providers/keyring/bus/values.js';
import { SessionCipher } from '#runtime/providers/keyring/session-cipher.js';
import type { Store } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { CALL, inShort, native, openStore, portsIn } from '../open-store.js';
import { type Asked, type FakeBus, fakeBus, type Told } from './fake-bus.js';

const folder = temporaryFolder();
const PROMPT = '/org/freedesktop/secrets/prompt/1';
const COLLECTION = '/org/freedesktop/secrets/collection/login';

interface Item {
  value: Uint8Array;
  isLocked?: boolean;
}
interface World {
  /** By service, under the path `/item/SERVICE`. */
  readonly items: Record<string, Item>;
  defaultCollection?: string;
  /** What becomes of a prompt. */
  onPrompt?: (asked: Asked) => void;
  /** In place of the usual answer. */
  instead?: Partial<Record<string, (asked: Asked) => Told>>;
}

const buses: FakeBus[] = [];
afterEach(() => {
  for (const bus of buses.splice(0)) bus.close();
});

async function keyring(world: World): Promise<{ readonly store: Store; readonly bus: FakeBus }> {
  let sessionKey = Buffer.alloc(16);
  const service: Record<string, (asked: Asked) => Told | Promise<Told>> = {
    'Service.ReadAlias': () => ['o', world.defaultCollection ?? COLLECTION],
    'Service.OpenSession': ({ body: [, key] }) => {
      const group = getDiffieHellman('modp2');
      group.generateKeys();
      const shared = group.computeSecret(asBytes((key as Variant).value));
      sessionKey = Buffer.from(hkdfSync('sha256', shared, '', '', 16));
      return ['vo', new Variant('ay', group.getPublicKey()), '/session/1'];
    },
    'Service.SearchItems': ({ body: [attributes] }) => {
      const name = new Map(asList(attributes) as readonly [string, string][]).get('service') ?? '';
      const item = world.items[name];
      const path = `/item/${Buffer.from(name).toString('hex')}`;
      return ['aoao', item && !item.isLocked ? [path] : [], item?.isLocked ? [path] : []];
    },
    'Service.Unlock': ({ body: [paths] }) => {
      const isLocked = asList(paths).some((path) => itemAt(path)?.isLocked);
      return isLocked ? ['aoo', [], PROMPT] : ['aoo', paths ?? [], '/'];
    },
    'Prompt.Prompt': (asked) => {
      queueMicrotask(() => world.onPrompt?.(asked));
      return [''];
    },
    'Item.GetSecret': ({ path, body: [session] }) => {
      const start = Buffer.alloc(16, 7);
      const cipher = createCipheriv('aes-128-cbc', sessionKey, start);
      const encrypted = Buffer.concat([cipher.update(itemAt(path)?.value ?? ''), cipher.final()]);
      return ['(oayays)', [asText(session), start, encrypted, 'text/plain']];
    },
    'Item.SetSecret': ({ path, body: [secret] }) => {
      const item = itemAt(path);
      if (item) item.value = opened(secret);
      return [''];
    },
    'Collection.CreateItem': ({ body: [properties, secret] }) => {
      const given = new Map(asList(properties) as readonly [string, Variant][]);
      const attributes = new Map(given.get('org.freedesktop.Secret.Item.Attributes')?.value as [string, string][]);
      world.items[attributes.get('service') ?? ''] = { value: opened(secret) };
      return ['oo', '/item/new', '/'];
    },
    'Item.Delete': ({ path }) => {
      for (const name of Object.keys(world.items)) if (itemAt(path) === world.items[name]) delete world.items[name];
      return ['o', '/'];
    },
  };
  const itemAt = (path: BusValue) => world.items[Buffer.from(asText(path).slice('/item/'.length), 'hex').toString()];
  const opened = (secret: BusValue | undefined) => {
    const [, start, encrypted] = asList(secret);
    const cipher = createDecipheriv('aes-128-cbc', sessionKey, asBytes(start));
    return Buffer.concat([cipher.update(asBytes(encrypted)), cipher.final()]);
  };
  const bus = await fakeBus(`${folder}/${randomUUID()}`, (asked) => {
    const name = `${asked.interface.split('.').at(-1)}.${asked.member}`;
    const answer = world.instead?.[name] ?? service[name];
    return answer ? answer(asked) : 'org.freedesktop.DBus.Error.UnknownMethod';
  });
  buses.push(bus);
  const address = Buffer.from(bus.environment.get('DBUS_SESSION_BUS_ADDRESS') ?? '').toString();
  return { store: await openStore('keyring', portsIn(folder, { DBUS_SESSION_BUS_ADDRESS: address })), bus };
}

const complete = (isDismissed: boolean, world: () => World) => (asked: Asked) => {
  if (!isDismissed) for (const item of Object.values(world().items)) item.isLocked = false;
  asked.signal(PROMPT, 'Completed', 'bv', [isDismissed, new Variant('ao', [])]);
};
const read = async (store: Store, ...names: readonly string[]) =>
  (await store.read(names.map(native), CALL)).map(inShort);
const write = async (store: Store, name: string, text: string) =>
  (await store.write?.([{ at: native(name), value: SecretValue.fromText(text) }], CALL))?.[0];

// On other systems the store is another one.
const test = process.platform === 'linux' ? testHere : testHere.skip;

test('values are encrypted on their way, and gnome-keyring knows the client before a session is opened', async () => {
  const { store, bus } = await keyring({ items: { there: { value: Buffer.from('canary-read') } } });
  expect(await read(store, 'there', 'gone', 'there')).toEqual(['found canary-read', 'absent', 'found canary-read']);
  expect(await write(store, 'there', 'canary-written')).toEqual({ kind: 'written' });
  expect(await write(store, 'new', 'canary-new')).toEqual({ kind: 'written' });
  expect(await read(store, 'there', 'new')).toEqual(['found canary-written', 'found canary-new']);
  expect(bus.bytes().toString('latin1')).not.toContain('canary');
  expect(bus.asked.slice(0, 2)).toEqual(['Service.ReadAlias', 'Service.OpenSession']);
});

test('a locked entry prompts once, and all are read after it', async () => {
  const items = { a: { value: Buffer.from('1'), isLocked: true }, b: { value: Buffer.from('2'), isLocked: true } };
  const world: World = { items, onPrompt: complete(false, () => world) };
  const { store, bus } = await keyring(world);
  expect(await read(store, 'a', 'b')).toEqual(['found 1', 'found 2']);
  expect(bus.asked.filter((name) => name === 'Prompt.Prompt')).toHaveLength(1);
});

test('a prompt that is dismissed is the last one, and no miss', async () => {
  const locked = () => ({ value: Buffer.from('canary'), isLocked: true });
  const items = { open: { value: Buffer.from('1') }, a: locked(), b: locked(), c: locked() };
  const world: World = { items, onPrompt: complete(true, () => world) };
  const { store, bus } = await keyring(world);
  expect(await read(store, 'open', 'a', 'b', 'c')).toEqual(['found 1', ...['a', 'b', 'c'].map(() => 'failed locked')]);
  expect(bus.asked.filter((name) => name === 'Prompt.Prompt')).toHaveLength(1);
});

test('a keyring that ends while it prompts is not waited for', async () => {
  const onPrompt = (asked: Asked) => {
    asked.signal('/org/freedesktop/DBus', 'NameOwnerChanged', 'sss', ['an.other', ':1.2', '']);
    asked.signal(PROMPT, 'Other', '', []);
    asked.signal('/org/freedesktop/DBus', 'NameOwnerChanged', 'sss', ['org.freedesktop.secrets', ':1.2', '']);
  };
  const { store } = await keyring({ items: { a: { value: Buffer.from('1'), isLocked: true } }, onPrompt });
  expect(await read(store, 'a', 'b')).toEqual(['failed unreachable', 'failed unreachable']);
});

test('a prompt is waited for until the call is given up', async () => {
  const stop = new AbortController();
  const { store } = await keyring({
    items: { a: { value: Buffer.from('1'), isLocked: true } },
    onPrompt: () => stop.abort(),
  });
  expect((await store.read([native('a')], { signal: stop.signal })).map(inShort)).toEqual(['failed timeout']);
});

test('a deletion that the user refuses is denied, and a creation that creates nothing is a failure', async () => {
  const world: World = {
    items: { a: { value: Buffer.from('1') } },
    instead: { 'Item.Delete': () => ['o', PROMPT], 'Collection.CreateItem': () => ['oo', '/', PROMPT] },
    onPrompt: (asked) => complete(true, () => world)(asked),
  };
  const { store } = await keyring(world);
  expect(await store.remove?.([native('a')], CALL)).toMatchObject([{ kind: 'failed', failure: { kind: 'denied' } }]);
  expect(await write(store, 'b', 'x')).toMatchObject({ kind: 'failed', failure: { kind: 'denied' } });
  world.onPrompt = (asked) => complete(false, () => world)(asked);
  expect(await write(store, 'b', 'x')).toMatchObject({ kind: 'failed', failure: { kind: 'failed' } });
});

test('what a locked keyring did not show is kept, where only a missing value is wanted', async () => {
  const items: World['items'] = {};
  const world: World = { items };
  world.instead = {
    'Service.Unlock': ({ body: [paths] }) => {
      items['a'] = { value: Buffer.from('precious') };
      return ['aoo', paths ?? [], '/'];
    },
  };
  const { store } = await keyring(world);
  const wanted = { at: native('a'), value: SecretValue.fromText('generated'), onlyIfAbsent: true } as const;
  expect((await store.write?.([wanted], CALL))?.[0]).toMatchObject({ kind: 'present' });
  expect(await read(store, 'a')).toEqual(['found precious']);
});

test('an error of one entry that is unlocked does not concern the others', async () => {
  const locked = () => ({ value: Buffer.from('1'), isLocked: true });
  const world: World = { items: { a: locked(), b: locked() } };
  let unlocked = 0;
  world.instead = {
    'Service.Unlock': ({ body: [paths] }) => {
      for (const item of Object.values(world.items)) item.isLocked = unlocked > 0;
      return unlocked++ === 0 ? 'org.kde.Error' : ['aoo', paths ?? [], '/'];
    },
  };
  const { store } = await keyring(world);
  expect(await read(store, 'a', 'b')).toEqual(['failed failed', 'found 1']);
});

test('a shared key that begins with zeros is agreed anew: not all services keep them', async () => {
  let exchanges = 0;
  const group = createDiffieHellman(getDiffieHellman('modp2').getPrime(), 2);
  let shared = Buffer.alloc(1);
  const cipher = await SessionCipher.agree(async (ours) => {
    const isFirst = exchanges++ === 0;
    do {
      group.setPrivateKey(randomBytes(32));
      group.generateKeys();
      shared = group.computeSecret(ours);
    } while ((shared[0] === 0) !== isFirst);
    return group.getPublicKey();
  });
  expect(exchanges).toBe(2);
  if (cipher === null) throw new Error('no key was agreed');
  const { start, encrypted } = cipher.encrypt(Buffer.from('value'));
  const key = Buffer.from(hkdfSync('sha256', shared, '', '', 16));
  const decipher = createDecipheriv('aes-128-cbc', key, start);
  expect(Buffer.concat([decipher.update(encrypted), decipher.final()]).toString()).toBe('value');
});

test('without a default keyring nothing can be written, and values are still read', async () => {
  const { store } = await keyring({ items: { a: { value: Buffer.from('1') } }, defaultCollection: '/' });
  expect(await read(store, 'a', 'b')).toEqual(['found 1', 'absent']);
  expect(await write(store, 'b', 'x')).toMatchObject({
    failure: { kind: 'failed', detail: 'there is no default keyring' },
  });
});

test.each([
  ['no service', { 'Service.ReadAlias': () => 'org.freedesktop.DBus.Error.ServiceUnknown' }, 'unreachable'],
  ['a bus that ends', { 'Service.SearchItems': (asked: Asked) => asked.end() }, 'unreachable'],
  [
    'a service that agrees on no key',
    { 'Service.OpenSession': () => ['vo', new Variant('ay', Uint8Array.of(1)), '/s'] },
    'failed',
  ],
  ['an answer of another form', { 'Service.SearchItems': () => ['s', 'canary'] }, 'failed'],
  [
    'a value that cannot be decrypted',
    { 'Item.GetSecret': () => ['(oayays)', ['/s', Uint8Array.of(1), Uint8Array.of(2), '']] },
    'failed',
  ],
  ['two entries that match', { 'Service.SearchItems': () => ['aoao', ['/item/1'], ['/item/2']] }, 'failed'],
] as const)('%s is not a miss', async (_, instead, kind) => {
  const { store } = await keyring({
    items: { a: { value: Buffer.from('1') } },
    instead: instead as NonNullable<World['instead']>,
  });
  const [answer] = await store.read([native('a')], CALL);
  expect(answer).toMatchObject({ kind: 'failed', failure: { kind } });
  expect(JSON.stringify(answer)).not.toContain('canary');
});

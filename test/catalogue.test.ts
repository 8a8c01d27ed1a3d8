/** The catalogue and its loaders agree, and every store keeps every promise of the store interface. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { generateIdentity } from 'age-encryption';
import type { Http } from '#runtime/http/http.js';
import { isAvailable, loadProvider } from '#runtime/providers/index.js';
import type { Store } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { Abilities, ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { type AvailableScheme, descriptorOf, providers } from '#schemas/providers/index.js';
import type { At } from '#schemas/stores/address.js';
import { parseStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { fakeHttp } from './helpers/fake-http.js';
import { FakeVault } from './helpers/fake-vault.js';
import { temporaryFolder } from './runtime/files/temporary-folder.js';
import { sealedText } from './runtime/providers/age/age-files.js';
import {
  CALL,
  convention,
  inShort,
  native,
  openStore,
  portsIn,
  says,
  usableStore,
} from './runtime/providers/open-store.js';

const folder = temporaryFolder();
const descriptors: readonly (readonly [string, ProviderDescriptor])[] = Object.entries(providers);
const VALUE = 'canary-value';

/** How a store of each scheme is had, holding HELD = canary-value and nothing else. */
interface World {
  readonly spec: string;
  /** Lays the value out; gives the environment. */
  readonly hold: (at: string) => Record<string, string>;
  /** The held value by its native address. */
  readonly item: string;
  /** Where it is asked over HTTP: what answers. */
  readonly http?: () => Http;
}
const VAULT_WORLD: Omit<World, 'spec'> = {
  hold: (at) => laidOut(`${at}/home`, '.vault-token', 'root\n'),
  item: 'tool/demo/default/HELD',
  http: () => {
    const vault = new FakeVault();
    vault.put('secret', 'tool/demo/default/HELD', { value: VALUE });
    return fakeHttp((request) => vault.answer(request)).http;
  },
};
const WORLDS: Readonly<Record<AvailableScheme, World>> = {
  age: { spec: 'age:secrets.age?identity=key.txt', hold: encryptedIn, item: 'HELD' },
  dotenv: { spec: 'dotenv', hold: (at) => laidOut(at, '.env', `HELD=${VALUE}\n`), item: 'HELD' },
  file: {
    spec: 'file:./store',
    hold: (at) => laidOut(`${at}/store/demo/default`, 'HELD', VALUE),
    item: 'demo/default/HELD',
  },
  env: { spec: 'env', hold: () => ({ HELD: VALUE }), item: 'HELD' },
  null: { spec: 'null', hold: () => ({}), item: 'HELD' },
  keyring: {
    spec: 'keyring://tool-test/{project}/{profile}/{key}',
    hold: keptInKeyring,
    item: 'tool-test/demo/default/HELD',
  },
  pass: { spec: 'pass://?store_dir=./store', hold: keptInPass, item: 'tool/demo/default/HELD' },
  openbao: { spec: 'openbao://bao.test:8200', ...VAULT_WORLD },
  vault: { spec: 'vault://vault.test:8200', ...VAULT_WORLD },
};
// `test/stores/keyring.sh` sets the first, where a Secret Service of its own answers; `pass.sh` the second, where gpg has a key.
const SWITCHES: Readonly<Record<string, string>> = { keyring: 'TOOL_TEST_KEYRING', pass: 'TOOL_TEST_PASS' };
const isThere = (scheme: string) => !(scheme in SWITCHES) || process.env[SWITCHES[scheme] ?? ''] === '1';

test.each(descriptors)('%s: available here means that there is a loader, and the names agree', (scheme, descriptor) => {
  expect(isAvailable(scheme)).toBe(descriptor.available);
  expect(descriptor.scheme).toBe(scheme);
});

test.each(descriptors.filter(([, { available }]) => available))(
  '%s: the bare name opens or says why not',
  async (scheme) => {
    const uri = parseStoreUri(scheme);
    if (uri.kind === 'malformed' || !isAvailable(scheme)) throw new Error('not a spec');
    const opened = (await loadProvider(scheme)).open(uri, portsIn(folder));
    expect(['open', 'refused']).toContain(opened.kind);
  },
);

describe.each(Object.entries(WORLDS).filter(([scheme]) => isThere(scheme)))(
  '%s',
  (scheme, { spec, hold, item, http }) => {
    const promised = descriptorOf(scheme)?.abilities(uriOf(spec));

    const fresh = async () => {
      const at = `${folder}/${scheme}-${opened++}`;
      mkdirSync(at);
      const ports = { ...portsIn(at, hold(at)), ...(http && { http: http() }) };
      const { abilities } = await usableStore(spec, ports);
      return { at, store: await openStore(spec, ports), abilities };
    };

    test('abilities are those of the catalogue, and the operations fit them', async () => {
      const { store, abilities } = await fresh();
      expect(abilities).toEqual(promised);
      const operations = [store.write !== undefined, store.remove !== undefined, store.list !== undefined];
      expect(operations).toEqual([abilities.write !== 'no', abilities.remove, abilities.list]);
    });

    test('one answer per request, in order; repeated requests are answered each', async () => {
      const { store, abilities } = await fresh();
      const held = keeps(abilities) ? `found ${VALUE}` : 'absent';
      const answers = await store.read([convention('GONE'), native(item), convention('GONE'), native(item)], CALL);
      expect(answers.map(inShort)).toEqual(['absent', held, 'absent', held]);
      expect(await store.read([], CALL)).toEqual([]);
    });

    test('a thousand requests are one batch like any other', async () => {
      const { store } = await fresh();
      const many = Array.from({ length: 1000 }, (_, index) => convention(`K${index}`));
      expect((await store.read(many, CALL)).map(inShort)).toEqual(many.map(() => 'absent'));
    }, 60_000);

    test('reading and asking change nothing on disk', async () => {
      const { at, store } = await fresh();
      const before = listing(at);
      await store.read([convention('GONE'), convention('HELD')], CALL);
      for (const address of [convention('GONE'), native('x')]) {
        await Promise.all([
          says(store).refusesWrite(address),
          says(store).refusesRemove(address),
          says(store).target(address),
        ]);
        await Promise.all([store.identity(address), store.identity(null)]);
      }
      await store.list?.(CALL);
      expect(listing(at)).toEqual(before);
    });

    test('a store that takes no writes says so before anybody is asked', async () => {
      const { store, abilities } = await fresh();
      const refusals = [
        await says(store).refusesWrite(convention('NEW')),
        await says(store).refusesRemove(convention('HELD')),
      ];
      expect(refusals.map((refusal) => refusal === null)).toEqual([abilities.write !== 'no', abilities.remove]);
      for (const refusal of refusals) expect(refusal ?? scheme).toContain(scheme);
    });

    test('nothing but a revealed value shows the value', async () => {
      const { store } = await fresh();
      const said = JSON.stringify([
        store.shown,
        await store.read([convention('HELD'), { kind: 'native', item: 'HELD', field: 'x' }], CALL),
        await store.list?.(CALL),
        await says(store).target(convention('HELD')),
        await says(store).refusesWrite(convention('HELD')),
      ]);
      expect(said).not.toContain('canary');
    });

    test('identity tells entries apart and is the same for the same', async () => {
      const { store } = await fresh();
      const [held, again, other, whole] = await Promise.all([
        store.identity(convention('HELD')),
        store.identity(convention('HELD')),
        store.identity(convention('OTHER')),
        store.identity(null),
      ]);
      expect(again).toBe(held);
      expect(new Set([held, other, whole]).size).toBe(3);
    });

    if (promised?.write === 'no') return;

    test('what is written is read back, beside what was there', async () => {
      const { store } = await fresh();
      const texts = ['plain', '', ' edges ', 'two\nlines\r\n', 'quotes "\' # $x \\', 'é😀'];
      const entries = texts.map((text, index) => ({
        at: convention(`NEW_${index}`),
        value: SecretValue.fromText(text),
      }));
      const addresses = [...entries.map(({ at }) => at), convention('HELD')];
      expect(await store.write?.(entries, CALL)).toEqual(texts.map(() => ({ kind: 'written' })));
      expect(await texted(store, addresses)).toEqual([...texts, VALUE]);
    });

    test('writing again replaces', async () => {
      const { store } = await fresh();
      await store.write?.([{ at: convention('HELD'), value: SecretValue.fromText('second') }], CALL);
      expect(await texted(store, [convention('HELD')])).toEqual(['second']);
    });

    test('bytes are kept where the catalogue says so, and refused where it says text', async () => {
      const { store, abilities } = await fresh();
      const bytes = SecretValue.fromBytes(Buffer.from([0, 0xff, 0x0a]));
      const [answer] = (await store.write?.([{ at: convention('BYTES'), value: bytes }], CALL)) ?? [];
      const said = answer?.kind === 'failed' ? answer.failure.kind : answer?.kind;
      expect(said).toBe(abilities.values === 'bytes' ? 'written' : 'not-text');
      const [read] = await store.read([convention('BYTES')], CALL);
      expect(inShort(read)).toBe(abilities.values === 'bytes' ? 'found \0\xff\n' : 'absent');
    });

    test('removing is told apart from nothing to remove, and leaves the rest', async () => {
      const { store } = await fresh();
      await store.write?.([{ at: convention('NEW'), value: SecretValue.fromText('x') }], CALL);
      const twice = async () =>
        (await store.remove?.([convention('NEW'), convention('GONE')], CALL))?.map(({ kind }) => kind);
      expect([await twice(), await twice()]).toEqual([
        ['removed', 'absent'],
        ['absent', 'absent'],
      ]);
      expect(await texted(store, [convention('HELD')])).toEqual([VALUE]);
    });
  },
);

let opened = 0;

function uriOf(spec: string): StoreUri {
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') throw new Error(`${spec} ${uri.problem}`);
  return uri;
}

function keptInKeyring(): Record<string, string> {
  const attributes = ['service', 'tool-test/demo/default/HELD', 'username', 'tester'];
  execFileSync('secret-tool', ['store', '--label', 'tool test', ...attributes], { input: VALUE });
  return { DBUS_SESSION_BUS_ADDRESS: process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '' };
}

const AGE_KEY = await generateIdentity();
const AGE_FILE = await sealedText(AGE_KEY, `HELD=${VALUE}\n`);

function encryptedIn(at: string): Record<string, string> {
  laidOut(at, 'key.txt', `# a comment\n${AGE_KEY}\n`);
  return laidOut(at, 'secrets.age', AGE_FILE);
}

function keptInPass(at: string): Record<string, string> {
  const { PATH = '', GNUPGHOME = '' } = process.env;
  const environment = { PATH, GNUPGHOME, PASSWORD_STORE_DIR: `${at}/store` };
  execFileSync('pass', ['init', 'open@tool.test'], { env: environment });
  execFileSync('pass', ['insert', '-m', 'tool/demo/default/HELD'], { env: environment, input: `${VALUE}\n` });
  return environment;
}

function laidOut(at: string, name: string, content: string): Record<string, string> {
  mkdirSync(at, { recursive: true });
  writeFileSync(`${at}/${name}`, content);
  return {};
}

function listing(at: string): readonly string[] {
  return readdirSync(at, { recursive: true }).map(String).sort();
}

function keeps({ keeps }: Abilities): boolean {
  return keeps.generated;
}

async function texted(store: Store, addresses: readonly At[]): Promise<readonly (string | null)[]> {
  const answers = await store.read(addresses, CALL);
  return answers.map((answer) =>
    answer.kind === 'found' ? Buffer.from(answer.value.reveal()).toString('utf8') : null,
  );
}

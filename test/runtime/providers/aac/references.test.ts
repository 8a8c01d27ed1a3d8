/** Key Vault references: which secrets they lead to, and where they do not lead. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import { CONNECTION_STRING, REFERENCE } from '../../../helpers/doubles/app-configuration.js';
import { APPLICATION } from '../../../helpers/doubles/entra.js';
import { FakeKeyVault } from '../../../helpers/doubles/key-vault.js';
import { type FakeHttp, fakeHttp } from '../../../helpers/fake-http.js';
import { failureOf, readAll, writeOne } from '../http-world.js';
import { CALL, convention, native, openStore, portsIn } from '../open-store.js';
import { double, HELD, SPEC } from './configuration-world.js';

describe('Key Vault references', () => {
  const vaults = new Map<string, FakeKeyVault>();
  const asked: string[] = [];
  /** The servers of the vaults. */
  const fakes: FakeHttp[] = [];
  const VERSION = '0'.repeat(31).concat('1');
  beforeEach(() => {
    asked.length = 0;
    fakes.length = 0;
    vaults.clear();
    vault('one');
  });
  function vault(name: string): FakeKeyVault {
    const made = new FakeKeyVault(double.configuration.entra);
    made.put('db', `canary-${name}-db`);
    vaults.set(`https://${name}.vault.azure.net`, made);
    return made;
  }
  const refer = (key: string, uri: unknown) =>
    double.configuration.put(key, typeof uri === 'string' ? JSON.stringify({ uri }) : JSON.stringify(uri), {
      content_type: REFERENCE,
    });
  /** The vaults and the store, each at its own address. */
  const open = (spec = `${SPEC}?key_vault_auth=inherit`, credentials: Record<string, string> = APPLICATION) =>
    openStore(spec, {
      ...portsIn('/nowhere'),
      credential: async (name) => {
        const text = credentials[name];
        return text === undefined ? null : SecretValue.fromText(text);
      },
      http: async (server) => {
        const target = vaults.get(server.origin) ?? double.configuration;
        const fake = fakeHttp((request) => {
          asked.push(`${request.method} ${server.origin}`);
          return target.answer(request);
        });
        if (vaults.has(server.origin)) fakes.push(fake);
        return fake.http(server);
      },
    });

  test('the secret that is meant, once for all that mean it', async () => {
    refer('a', 'https://one.vault.azure.net/secrets/db');
    refer('b', 'https://one.vault.azure.net/secrets/db');
    refer('c', `https://ONE.vault.azure.net/secrets/db/${VERSION}`);
    const store = await open();
    expect(await readAll(store, ...['a', 'b', 'c', 'a'].map(native))).toEqual([
      ...['found canary-one-db', 'found canary-one-db', 'found canary-one-db', 'found canary-one-db'],
    ]);
    // A challenge and two secrets.
    expect(asked.filter((line) => line === 'GET https://one.vault.azure.net')).toHaveLength(3);
    await store.close?.();
  });

  test('with a sign-in of their own beside a connection string', async () => {
    refer('a', 'https://one.vault.azure.net/secrets/db');
    const credentials = { ...APPLICATION, connection_string: CONNECTION_STRING };
    const store = await open(`${SPEC}?auth=connection_string&key_vault_auth=env`, credentials);
    expect(await readAll(store, native('a'))).toEqual(['found canary-one-db']);
    await store.close?.();
  });

  test('only where the address says how', async () => {
    refer('a', 'https://one.vault.azure.net/secrets/db');
    expect(await failureOf(await open(SPEC), native('a'))).toMatchObject({
      kind: 'unsupported',
      help: expect.stringContaining('`key_vault_auth=inherit`'),
    });
    const byKey = await open(`${SPEC}?auth=connection_string`, { connection_string: CONNECTION_STRING });
    expect(await failureOf(byKey, native('a'))).toMatchObject({
      help: expect.stringContaining('`key_vault_auth=env`'),
    });
    expect(asked).not.toContain('GET https://one.vault.azure.net');
  });

  test('a secret that is not there is an error', async () => {
    refer('a', 'https://one.vault.azure.net/secrets/gone');
    expect(await failureOf(await open(), native('a'))).toEqual({
      kind: 'failed',
      detail: 'key-value `a` refers to the secret `gone` of `one.vault.azure.net`, which does not exist',
      help: 'create this secret, or change the reference',
    });
  });

  test('what the vault denies is denied, with its role', async () => {
    refer('a', 'https://one.vault.azure.net/secrets/db');
    const denying = vault('one');
    denying.denies = () => 'ForbiddenByRbac';
    expect(await failureOf(await open(), native('a'))).toMatchObject({
      kind: 'denied',
      help: expect.stringContaining('`Key Vault Secrets User`'),
    });
  });

  test.each([
    'https://evil.example/secrets/db',
    'https://vault.azure.net/secrets/db',
    'https://one.vault.azure.net.evil.example/secrets/db',
    'https://a.one.vault.azure.net/secrets/db',
    'https://onevault.azure.net/secrets/db',
    'http://one.vault.azure.net/secrets/db',
    'https://one.vault.azure.net:8443/secrets/db',
    'https://u:p@one.vault.azure.net/secrets/db',
    'https://one.vault.azure.net/secrets/db?x=1',
    'https://one.vault.azure.net/secrets/db#x',
    'https://one.vault.azure.net/keys/db',
    'https://one.vault.azure.net/secrets/',
    'https://one.vault.azure.net/secrets/a_b',
    'https://one.vault.azure.net/secrets/db/1',
    ['https://one.vault.azure.net/secrets/db'],
    { uri: 'https://one.vault.azure.net/secrets/db', more: 1 },
    5,
    null,
  ])('%j leads nowhere', async (uri) => {
    refer('a', uri);
    const failure = await failureOf(await open(), native('a'));
    expect(failure).toMatchObject({ kind: 'malformed' });
    expect(asked.every((line) => !line.includes('vault') && !line.includes('evil'))).toBe(true);
  });

  test('no more than sixteen vaults', async () => {
    for (let index = 0; index < 17; index++) {
      vault(`v${index}`);
      refer(`k${index}`, `https://v${index}.vault.azure.net/secrets/db`);
    }
    const keys = Array.from({ length: 17 }, (_, index) => native(`k${index}`));
    const answers = await readAll(await open(), ...keys);
    expect(answers.slice(0, 16).every((answer) => answer?.startsWith('found'))).toBe(true);
    expect(answers[16]).toBe('failed unsupported');
    expect(vaults.get('https://v0.vault.azure.net')).toBeDefined();
    // One token for all of them, and one for the store.
    expect(double.configuration.entra.issued).toBe(2);
  });

  const MANY = Array.from({ length: 100 }, (_, index) => `k${index}`);
  const referToMany = () => {
    for (const key of MANY) refer(key, `https://one.vault.azure.net/secrets/${key}`);
  };

  test('after a failure of a whole vault no more is asked of it, and others answer', async () => {
    referToMany();
    const down = vault('one');
    const { answer } = down;
    // It still says who issues tokens.
    down.answer = (request) => (request.path.startsWith('/secrets?') ? answer.call(down, request) : { status: 503 });
    vault('two');
    refer('other', 'https://two.vault.azure.net/secrets/db');
    const answers = await readAll(await open(), ...MANY.map(native), native('other'));
    expect(new Set(answers.slice(0, 100))).toEqual(new Set(['failed unreachable']));
    expect(answers[100]).toBe('found canary-two-db');
    // The challenge, and what was under way with the first failure.
    expect(asked.filter((line) => line === 'GET https://one.vault.azure.net').length).toBeLessThanOrEqual(17);
  });

  test('a sign-in that is refused is not tried again for each secret', async () => {
    referToMany();
    const credentials = { ...APPLICATION, client_secret: 'canary-wrong', connection_string: CONNECTION_STRING };
    const store = await open(`${SPEC}?auth=connection_string&key_vault_auth=env`, credentials);
    expect(new Set(await readAll(store, ...MANY.map(native)))).toEqual(new Set(['failed denied']));
    expect(asked.filter((line) => line.startsWith('POST '))).toHaveLength(1);
  });

  test('sixteen secrets are asked for at once, of all vaults together', async () => {
    const names = ['one', 'two', 'three'];
    for (const name of names) vault(name);
    for (const key of MANY) {
      const name = names[Number(key.slice(1)) % 3];
      vaults.get(`https://${name}.vault.azure.net`)?.put(key, 'canary');
      refer(key, `https://${name}.vault.azure.net/secrets/${key}`);
    }
    expect(new Set(await readAll(await open(), ...MANY.map(native)))).toEqual(new Set(['found canary']));
    const most = fakes.map(({ most }) => most).reduce((sum, one) => sum + one, 0);
    expect(most).toBeGreaterThan(8);
    expect(most).toBeLessThanOrEqual(16);
  });

  test('they are neither replaced nor removed, and fill a gap', async () => {
    refer(HELD, 'https://one.vault.azure.net/secrets/db');
    const before = JSON.stringify(double.configuration.state());
    const store = await open();
    expect(await writeOne(store, convention('HELD'), 'x')).toMatchObject({
      failure: { kind: 'unsupported', help: 'write the secret in its vault, with a store `akv`' },
    });
    expect(await store.remove?.([convention('HELD')], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
    const answer = await writeOne(store, convention('HELD'), 'x', { onlyIfAbsent: true });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('canary-one-db');
    expect(JSON.stringify(double.configuration.state())).toBe(before);
  });
});

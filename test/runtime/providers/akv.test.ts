/** What Key Vault has that other HTTP stores do not; signing in is in `azure/entra.test.ts`, the rest in `test/http-stores.test.ts`. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { APPLICATION } from '../../helpers/doubles/entra.js';
import { FakeKeyVault } from '../../helpers/doubles/key-vault.js';
import { inVault } from '../../worlds/akv.js';
import { failureOf, httpWorld, readAll, writeOne } from './http-world.js';
import { CALL, convention, native, openSpec, portsIn, says } from './open-store.js';

const SPEC = 'akv://demo-vault';
const HELD = inVault('HELD');
let vault = new FakeKeyVault();
let [first, second] = ['', ''];
beforeEach(() => {
  vault = new FakeKeyVault();
  first = vault.put(HELD, 'canary-old');
  second = vault.put(HELD, 'canary-held');
});
const world = () => httpWorld((request) => vault.answer(request), APPLICATION);
const opened = (spec = SPEC) => world().open(spec);
const pinned = (version: string, item = HELD): At => ({ kind: 'native', item, version });

describe('addresses', () => {
  test('names by convention are those of the reference', async () => {
    const target = await says(await opened()).target({
      kind: 'convention',
      project: 'myapp',
      profile: 'production',
      key: 'DATABASE_URL',
    });
    expect(target).toBe('vault=demo-vault.vault.azure.net item=tool--nv4wc4dq--obzg6zdvmn2gs33o--iraviqkcifjukx2vkjga');
  });

  test('the latest version, and a pinned one', async () => {
    const gone = '0'.repeat(32);
    const addresses = [convention('HELD'), native(HELD.toUpperCase()), pinned(first), pinned(second), pinned(gone)];
    expect(await readAll(await opened(), ...addresses)).toEqual([
      ...['found canary-held', 'found canary-held', 'found canary-old', 'found canary-held', 'absent'],
    ]);
  });

  test.each([
    ['akv://MyVault', 'https://myvault.vault.azure.net'],
    ['akv://myvault?suffix=vault.azure.cn', 'https://myvault.vault.azure.cn'],
    ['akv://myvault.vault.usgovcloudapi.net', 'https://myvault.vault.usgovcloudapi.net'],
  ])('%s is asked at %s', async (spec, origin) => {
    const { open, fake } = world();
    await readAll(await open(spec), convention('HELD'));
    expect(fake.servers[0]?.origin).toBe(origin);
  });

  test('the environment may name another endpoint, which must be private', async () => {
    const used = httpWorld((request) => vault.answer(request), APPLICATION, {
      TOOL_AKV_ENDPOINT: 'http://127.0.0.1:9',
    });
    expect(await readAll(await used.open(SPEC), convention('HELD'))).toEqual(['found canary-held']);
    expect(used.fake.servers[0]?.origin).toBe('http://127.0.0.1:9');
    const elsewhere = portsIn('/nowhere', { TOOL_AKV_ENDPOINT: 'http://vault.test' });
    expect(await openSpec(SPEC, elsewhere)).toMatchObject({ kind: 'refused' });
  });

  test.each([
    native('a_b'),
    native(''),
    native('a/b'),
    native('x'.repeat(128)),
    pinned('latest'),
    pinned('1'),
    pinned(`${'0'.repeat(31)}/`),
    convention('A.B'),
    convention('ключ'),
    convention('K'.repeat(70)),
    { ...convention('HELD'), profile: '' } as At,
  ])('%p is refused before a request, and by what asks before a prompt', async (at) => {
    const { open, sent } = world();
    const store = await open(SPEC);
    expect(await failureOf(store, at)).toMatchObject({ kind: 'unsupported' });
    expect(await writeOne(store, at, 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(await says(store).refusesWrite(at)).not.toBeNull();
    expect(sent).toEqual([]);
  });

  test('case makes no other entry, a version does', async () => {
    const [store, other] = await Promise.all([opened(), opened('akv://Demo-Vault.vault.azure.net?auth=cli')]);
    expect(await other.identity(native(HELD.toUpperCase()))).toBe(await store.identity(convention('HELD')));
    expect(await store.identity(pinned(first))).not.toBe(await store.identity(convention('HELD')));
  });

  test('what is missing is named', async () => {
    const store = await opened();
    expect(await says(store).absence(convention('GONE'))).toBe(`akv: no secret ${inVault('GONE')}`);
    expect(await says(store).absence(pinned(first))).toBe(`akv: no version ${first} of secret ${HELD}`);
  });
});

describe('reading', () => {
  test.each([
    ['ForbiddenByRbac', '`Key Vault Secrets User`'],
    ['AccessDenied', 'access policy `get`'],
    ['ForbiddenByFirewall', 'network settings of the vault'],
    ['ForbiddenByConnection', 'network settings of the vault'],
  ])('denied by %s', async (code, help) => {
    vault.denies = () => code;
    expect(await failureOf(await opened(), convention('HELD'))).toMatchObject({
      kind: 'denied',
      detail: expect.stringMatching(/^Azure Key Vault answered with status 403: Caller is not authorized/),
      help: expect.stringContaining(help),
    });
  });

  test('a disabled secret is not a missing one', async () => {
    vault.disable(HELD);
    expect(await failureOf(await opened(), convention('HELD'))).toEqual({
      kind: 'denied',
      detail: 'Azure Key Vault answered with status 403: Operation get is not allowed on a disabled secret.',
      help: 'enable it in the vault, or write a new version',
    });
  });

  test('a token of another tenant is refused with the tenant to sign in to', async () => {
    const used = httpWorld((request) => {
      if (request.headers['authorization'] !== undefined) vault.entra.tokens.clear();
      return vault.answer(request);
    }, APPLICATION);
    expect(await failureOf(await used.open(SPEC), convention('HELD'))).toMatchObject({
      kind: 'denied',
      help: expect.stringMatching(/^sign in to the tenant 0f8fad5b-/),
    });
    // Once more with a new token, and no more.
    expect(vault.entra.issued).toBe(2);
  });

  test('a secret that is deleted is missing', async () => {
    vault.drop(HELD);
    expect(await readAll(await opened(), convention('HELD'), pinned(first))).toEqual(['absent', 'absent']);
  });

  test.each([
    ['no value', { id: 'https://v/secrets/a/1' }],
    ['no id', { value: 'canary' }],
    ['a number', { value: 1, id: 'https://v/secrets/a/1' }],
  ])('%s is no value, and nothing missing', async (_, body) => {
    const used = httpWorld(
      (request) => (request.headers['authorization'] === undefined ? vault.answer(request) : { status: 200, body }),
      APPLICATION,
    );
    expect(await readAll(await used.open(SPEC), convention('HELD'))).toEqual(['failed malformed']);
  });
});

describe('writing', () => {
  test('a write is one request, and a new version', async () => {
    const { open, sent } = world();
    const store = await open(SPEC);
    expect(await writeOne(store, convention('HELD'), 'canary-new')).toEqual({ kind: 'written' });
    expect(sent.slice(2).map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', `/secrets/${HELD}?api-version=2025-07-01`, '{"value":"canary-new"}'],
    ]);
    expect(await readAll(store, convention('HELD'), pinned(second))).toEqual(['found canary-new', 'found canary-held']);
  });

  test.each([
    ['x'.repeat(25_600), 'written'],
    ['x'.repeat(25_601), 'failed'],
    [`${'é'.repeat(12_800)}x`, 'failed'],
    ['', 'written'],
  ])('a value of its length is judged before it is sent', async (text, kind) => {
    expect(await writeOne(await opened(), convention('NEW'), text)).toMatchObject({ kind });
  });

  test('bytes that are not text are refused', async () => {
    const value = SecretValue.fromBytes(Uint8Array.of(0xff));
    expect(await (await opened()).write?.([{ at: convention('B'), value }], CALL)).toMatchObject([
      { failure: { kind: 'not-text' } },
    ]);
  });

  test('the name of a deleted secret is taken until it is purged', async () => {
    vault.drop(HELD);
    const before = JSON.stringify(vault.state());
    for (const onlyIfAbsent of [undefined, true])
      expect(await writeOne(await opened(), convention('HELD'), 'canary-new', { onlyIfAbsent })).toEqual({
        kind: 'failed',
        failure: {
          kind: 'conflict',
          detail: `secret \`${HELD}\` is deleted but not purged, so that its name cannot be used`,
          help: `recover it with \`az keyvault secret recover --name ${HELD}\`, or purge it`,
        },
      });
    expect(JSON.stringify(vault.state())).toBe(before);
  });

  test('of two writers of a gap the later one is what both use', async () => {
    const store = await opened();
    vault.meanwhile = () => vault.put(inVault('NEW'), 'canary-before');
    expect(await writeOne(store, convention('NEW'), 'canary-ours', { onlyIfAbsent: true })).toEqual({
      kind: 'written',
    });
    const used = httpWorld((request) => {
      const answer = vault.answer(request);
      if (request.method === 'PUT') vault.put(inVault('OTHER'), 'canary-after');
      return answer;
    }, APPLICATION);
    const answer = await writeOne(await used.open(SPEC), convention('OTHER'), 'canary-ours', { onlyIfAbsent: true });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('canary-after');
  });

  test('what is denied or disabled is not a gap', async () => {
    vault.disable(HELD);
    const before = JSON.stringify(vault.state());
    const store = await opened();
    expect(await writeOne(store, convention('HELD'), 'x', { onlyIfAbsent: true })).toMatchObject({ kind: 'failed' });
    expect(JSON.stringify(vault.state())).toBe(before);
  });
});

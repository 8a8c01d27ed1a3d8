/** What Infisical has that other HTTP stores do not; the rest is in `test/http-stores.test.ts` and `test/contract/`. */
import { describe, expect, test } from '@jest/globals';
import type { At } from '#schemas/addresses/address.js';
import { failureOf, httpWorld, readAll, writeOne } from './http-world.js';
import { infisicalWorld, PROJECT, SPEC } from './infisical-world.js';
import { CALL, convention, native, openSpec, portsIn, says } from './open-store.js';

const here = infisicalWorld();
const { world, opened } = here;
const pinned = (item: string, version: string): At => ({ kind: 'native', item, version });

describe('addresses', () => {
  test('the environment is that of the address, else the profile; the folder has the profile always', async () => {
    expect(await readAll(await opened(), convention('HELD'))).toEqual(['found canary-held']);
    expect(await readAll(await opened(`${SPEC}?env=prod`), convention('HELD'))).toEqual(['found canary-prod']);
  });

  test('a reference starts at the folder of the address, or with a slash at the root', async () => {
    const items = ['demo/default/HELD', '/backend/KEY', '/ROOT', 'ROOT'];
    expect(await readAll(await opened(), ...items.map(native))).toEqual([
      'found canary-held',
      'found canary-backend',
      'found canary-root',
      'absent',
    ]);
    expect(await readAll(await opened(`${SPEC}?path=backend/`), native('KEY'))).toEqual(['found canary-backend']);
    expect(await readAll(await opened(`${SPEC}?path=/`), native('ROOT'), native('backend/KEY'))).toEqual([
      'found canary-root',
      'found canary-backend',
    ]);
  });

  test.each(['', '/', 'a/', 'a//KEY', '../KEY', 'a/./KEY', '..', '.', 'a/..', 'ä/KEY', 'a%2fb/KEY', ' KEY', 'a/KEY '])(
    '%p is refused before a request, and by what asks before a prompt',
    async (item) => {
      const { open, sent } = world();
      const store = await open(SPEC);
      expect(await failureOf(store, native(item))).toMatchObject({ kind: 'unsupported' });
      expect(await writeOne(store, native(item), 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
      expect(await store.remove?.([native(item)], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
      expect(await says(store).refusesWrite(native(item))).not.toBeNull();
      expect(sent).toEqual([]);
    },
  );

  test.each(['a b', 'a:b'])('%p can be read, but Infisical does not create it', async (key) => {
    here.infisical.put('default', `/${key}`, 'canary-old');
    const store = await opened();
    expect(await readAll(store, native(`/${key}`))).toEqual(['found canary-old']);
    expect(await says(store).refusesWrite(native(`/${key}`))).toMatch(/colon or a blank/);
    expect(await writeOne(store, native(`/${key}`), 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
  });

  test('a profile that cannot be a folder is said to be none', async () => {
    const at: At = { kind: 'convention', project: 'demo', profile: 'a.b', key: 'HELD' };
    expect(await failureOf(await opened(), at)).toMatchObject({
      detail: '`a.b` is not the name of a folder of Infisical, which has letters, digits, `-` and `_`',
      help: 'give the secret a `ref`',
    });
  });

  test.each([
    [{}, 'https://app.infisical.com'],
    [{ INFISICAL_DOMAIN: 'https://eu.infisical.com/' }, 'https://eu.infisical.com'],
    [{ INFISICAL_DOMAIN: ' ', INFISICAL_API_URL: 'https://self.test/api' }, 'https://self.test'],
    [{ INFISICAL_DOMAIN: 'self.test:8443', INFISICAL_API_URL: 'https://other.test' }, 'https://self.test:8443'],
    [{ INFISICAL_DOMAIN: 'http://127.0.0.1:8080/api/' }, 'http://127.0.0.1:8080'],
  ])('%p is %p', async (variables, origin) => {
    const { open, fake } = world(variables);
    await readAll(await open(SPEC), convention('HELD'));
    expect(fake.servers).toMatchObject([{ origin }]);
  });

  test.each(['https://host/infisical', 'https://user:canary@host', 'https://host?x=1', 'ftp://host', 'a b'])(
    '`INFISICAL_DOMAIN` cannot be %p',
    async (text) => {
      const refused = await openSpec(SPEC, portsIn('/nowhere', { INFISICAL_DOMAIN: text }));
      expect(refused).toMatchObject({ kind: 'refused', failure: { kind: 'unsupported' } });
      expect(JSON.stringify(refused)).not.toContain('canary');
    },
  );

  test('the host of the address counts before the environment', async () => {
    const { open, fake } = world({ INFISICAL_DOMAIN: 'https://other.test' });
    await readAll(await open(`infisical://localhost:8080/${PROJECT}?tls=false`), convention('HELD'));
    expect(fake.servers).toMatchObject([{ origin: 'http://localhost:8080' }]);
  });
});

describe('requests', () => {
  const asked = (sent: readonly { readonly method: string; readonly path: string }[]) =>
    sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`);

  test('secrets of a folder are one request, a lone secret and a version are one each', async () => {
    const { open, sent } = world();
    here.infisical.put('default', '/tool/demo/default/HELD', 'canary-newer');
    const store = await open(SPEC);
    const item = 'demo/default/HELD';
    const addresses = [convention('HELD'), convention('GONE'), native('/backend/KEY'), pinned(item, '1'), native(item)];
    expect(await readAll(store, ...addresses)).toEqual([
      'found canary-newer',
      'absent',
      'found canary-backend',
      'found canary-held',
      'found canary-newer',
    ]);
    expect(asked(sent)).toEqual(['GET /api/v4/secrets', 'GET /api/v4/secrets/KEY', 'GET /api/v4/secrets/HELD']);
    expect(sent[0]?.path).toBe(
      `/api/v4/secrets?projectId=${PROJECT}&environment=default&secretPath=%2Ftool%2Fdemo%2Fdefault&viewSecretValue=true&expandSecretReferences=true&include_imports=true&includeImports=true`,
    );
  });

  test('a secret that is missing costs no other request', async () => {
    const { open, sent } = world();
    expect(await readAll(await open(SPEC), convention('GONE'))).toEqual(['absent']);
    expect(sent).toHaveLength(1);
  });

  test.each([false, true])(
    'whether a folder or its environment is missing is asked for once (older server: %p)',
    async (isOld) => {
      here.infisical.isOld = isOld;
      const { open, sent } = world();
      const store = await open(`${SPEC}?path=/none`);
      expect(await readAll(store, convention('A'), convention('B'), native('/gone/C'))).toEqual([
        'absent',
        'absent',
        'absent',
      ]);
      expect(asked(sent)).toEqual(['GET /api/v4/secrets', 'GET /api/v4/secrets/C', 'GET /api/v2/folders']);
    },
  );

  test.each([false, true])('an environment that does not exist is an error (older server: %p)', async (isOld) => {
    here.infisical.isOld = isOld;
    const store = await opened(`${SPEC}?env=staging`);
    const failure = {
      kind: 'failed',
      detail: `Infisical has no project \`${PROJECT}\` with an environment \`staging\` that this identity may see`,
      help: 'name the environment in the address, with `?env=`, or create it',
    };
    expect(await failureOf(store, convention('HELD'))).toEqual(failure);
    const answers = await store.read([convention('A'), convention('B')], CALL);
    expect(answers).toMatchObject([{ failure }, { failure }]);
    expect(await writeOne(store, convention('NEW'), 'x')).toMatchObject({ failure });
    expect(await writeOne(store, native('/NEW'), 'x')).toMatchObject({ failure });
    expect(await store.list?.(CALL)).toMatchObject({ failure });
    expect(await store.remove?.([convention('HELD')], CALL)).toEqual([{ kind: 'absent' }]);
  });

  test('a failure elsewhere does not show that the environment exists', async () => {
    const { open } = httpWorld(
      (request) =>
        request.path.includes('/secrets/KEY?')
          ? { status: 403, body: { message: 'denied' } }
          : here.infisical.answer(request),
      { token: 'canary-token' },
    );
    expect(await readAll(await open(`${SPEC}?env=staging`), native('/a/KEY'), native('/b/OTHER'))).toEqual([
      'failed denied',
      'failed failed',
    ]);
  });

  test('so is a project', async () => {
    expect(await failureOf(await opened('infisical:///other'), convention('HELD'))).toMatchObject({ kind: 'failed' });
  });

  test('a folder with a secret that is denied is read one by one', async () => {
    here.infisical.put('default', '/tool/demo/default/DENIED', 'canary-denied');
    here.infisical.denies = (right, path) => right === 'readValue' && path.endsWith('/DENIED');
    const { open, sent } = world();
    expect(await readAll(await open(SPEC), convention('HELD'), convention('GONE'))).toEqual([
      'found canary-held',
      'absent',
    ]);
    expect(sent).toHaveLength(3);
  });

  test('a name that may not even be seen is denied, if it is requested alone', async () => {
    here.infisical.denies = (right, path) => right === 'describeSecret' && path.endsWith('/HELD');
    expect(await failureOf(await opened(), convention('HELD'))).toMatchObject({ kind: 'denied' });
  });

  test('a server without version 4 of the API is no store in which all is missing', async () => {
    const answer = () => ({
      status: 404,
      body: { message: 'Route GET:/api/v4/secrets not found', error: 'Not Found', statusCode: 404 },
    });
    const store = await httpWorld(answer).open(SPEC);
    expect(await failureOf(store, convention('HELD'))).toEqual({
      kind: 'unsupported',
      detail: 'this server of Infisical does not have version 4 of the API',
      help: 'update the server',
    });
    expect(await store.remove?.([convention('HELD')], CALL)).toMatchObject([{ kind: 'failed' }]);
    expect(await store.list?.(CALL)).toMatchObject({ kind: 'failed' });
  });
});

describe('values', () => {
  test('references are replaced, an empty value is one, personal values are not read', async () => {
    here.infisical.put('default', '/tool/demo/default/URL', 'https://${HELD}@host');
    here.infisical.put('default', '/tool/demo/default/EMPTY', '');
    here.infisical.personal.set('default:/tool/demo/default HELD', 'canary-personal');
    expect(await readAll(await opened(), convention('URL'), convention('EMPTY'), convention('HELD'))).toEqual([
      'found https://canary-held@host',
      'found ',
      'found canary-held',
    ]);
  });

  test('imported secrets count after those of the folder, and the last import first', async () => {
    here.infisical.put('default', '/one/A', 'canary-one');
    here.infisical.put('default', '/one/B', 'canary-one');
    here.infisical.put('default', '/two/B', 'canary-two');
    here.infisical.put('default', '/two/HELD', 'canary-two');
    here.infisical.imports.set('default:/tool/demo/default', ['default:/one', 'default:/two']);
    const expected = ['found canary-one', 'found canary-two', 'found canary-held'];
    const store = await opened();
    expect(await readAll(store, convention('A'), convention('B'), convention('HELD'))).toEqual(expected);
    for (const [index, key] of ['A', 'B', 'HELD'].entries())
      expect(await readAll(store, convention(key))).toEqual([expected[index]]);
  });

  test('a hidden value is denied, never the text in its place', async () => {
    here.infisical.put('default', '/tool/demo/default/OTHER', 'canary-other');
    here.infisical.denies = (right, path) => right === 'hides' && path.endsWith('/HELD');
    const store = await opened();
    const failure = {
      kind: 'denied',
      detail: 'Infisical hides the value of `/tool/demo/default/HELD` from this identity',
      help: 'allow `readValue` on secrets of `/tool/demo/default` in the environment `default`, in a role of the identity',
    };
    expect(await failureOf(store, convention('HELD'))).toEqual(failure);
    expect(await store.read([convention('HELD'), convention('OTHER')], CALL)).toMatchObject([
      { failure },
      { kind: 'found' },
    ]);
  });

  test.each([
    ['a number', { secretKey: 'HELD', secretValue: 5 }],
    ['no value', { secretKey: 'HELD' }],
    ['another kind of hidden', { secretKey: 'HELD', secretValue: 'canary', secretValueHidden: 'yes' }],
    ['null', null],
  ])('%s in place of a secret is malformed', async (_, secret) => {
    const store = await httpWorld(() => ({ status: 200, body: { secret, secrets: [secret] } })).open(SPEC);
    expect(await failureOf(store, convention('HELD'))).toMatchObject({ kind: 'malformed' });
    expect(await readAll(store, convention('HELD'), convention('B'))).toContain('failed malformed');
  });

  test('a version that is missing is missing; another one than the requested is not taken for it', async () => {
    expect(await readAll(await opened(), pinned('/ROOT', '7'))).toEqual(['absent']);
    const body = { secret: { secretKey: 'ROOT', secretValue: 'canary', version: 2 } };
    const store = await httpWorld(() => ({ status: 200, body })).open(SPEC);
    expect(await failureOf(store, pinned('/ROOT', '1'))).toMatchObject({ kind: 'malformed' });
  });

  test.each(['0', '-1', '1.5', 'latest', ''])('version %p is refused', async (version) => {
    expect(await failureOf(await opened(), pinned('/ROOT', version))).toMatchObject({ kind: 'unsupported' });
  });
});

test('a list has the secrets of the profile by key, others below the folder with a `ref`, and no value', async () => {
  const { open, sent } = world();
  here.infisical.put('default', '/tool/shared/B', 'canary-b');
  expect(await (await open(SPEC)).list?.(CALL)).toEqual({
    kind: 'listed',
    entries: [
      { name: 'HELD', at: null, native: { item: 'demo/default/HELD' } },
      { name: 'shared/B', at: { item: 'shared/B' } },
    ],
  });
  expect(sent[0]?.path).toContain('recursive=true&viewSecretValue=false');
  expect(await (await opened(`${SPEC}?path=/backend`)).list?.(CALL)).toMatchObject({
    entries: [{ name: 'KEY', at: { item: 'KEY' } }],
  });
  expect(await (await opened(`${SPEC}?path=/none`)).list?.(CALL)).toEqual({ kind: 'listed', entries: [] });
});

test('an environment that is named and one that the profile names are the same', async () => {
  const [one, other, third] = await Promise.all(
    ['', '?env=default&path=/x', '?env=prod'].map((end) => opened(SPEC + end)),
  );
  expect(await one?.identity(null)).toBe(await other?.identity(null));
  expect(await one?.identity(null)).not.toBe(await third?.identity(null));
  expect(await one?.identity(convention('A'))).toBe(await other?.identity(native('/tool/demo/default/A')));
});

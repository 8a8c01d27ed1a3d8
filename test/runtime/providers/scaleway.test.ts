/** What Scaleway has that other HTTP stores do not; the rest is in `test/http-stores.test.ts` and `test/contract/`. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { FakeScaleway } from '../../helpers/doubles/scaleway.js';
import { failureOf, httpWorld, readAll, writeOne } from './http-world.js';
import { CALL, convention, native, openSpec, openStore, portsIn, says } from './open-store.js';

let scaleway = new FakeScaleway();
beforeEach(() => {
  scaleway = new FakeScaleway();
  scaleway.put('/tool/demo/default/HELD', 'canary-held');
  scaleway.put('/team/tool/demo/default/HELD', 'canary-team');
  scaleway.put('/mail/smtp', '{ "password": "canary-smtp", "port": 587, "none": null }');
  scaleway.put('/ROOT', 'canary-root');
});
const PROJECT = new FakeScaleway().project;
const SPEC = `scaleway://fr-par?project_id=${PROJECT}`;
const world = (secretKey = 'canary-token', variables = {}) =>
  httpWorld((request) => scaleway.answer(request), { secret_key: secretKey }, variables);
const opened = (spec = SPEC) => world().open(spec);
const at = (item: string, more = {}): At => ({ kind: 'native', item, ...more });
const methods = (sent: readonly { readonly method: string }[]) => sent.map(({ method }) => method).join(' ');

describe('addresses', () => {
  test('names by convention are below the folder of the address, references start at the root', async () => {
    const items = ['/mail/smtp', 'mail/smtp', '/ROOT', '/tool/demo/default/HELD'];
    expect(await readAll(await opened(), convention('HELD'), ...items.map(native))).toEqual([
      'found canary-held',
      'found { "password": "canary-smtp", "port": 587, "none": null }',
      'found { "password": "canary-smtp", "port": 587, "none": null }',
      'found canary-root',
      'found canary-held',
    ]);
    for (const path of ['team', '/team/', '%2Fteam'])
      expect(await readAll(await opened(`${SPEC}&path=${path}`), convention('HELD'), native('/ROOT'))).toEqual([
        'found canary-team',
        'found canary-root',
      ]);
    expect(await readAll(await opened(`${SPEC}&path=/`), convention('HELD'))).toEqual(['found canary-held']);
  });

  test.each(['', '/', 'NAME', 'a/', 'a//b', '../a', 'a/./b', 'a/..'])(
    '%p is refused before a request, and by what asks before a prompt',
    async (item) => {
      const { open, sent } = world();
      const store = await open(SPEC);
      expect(await failureOf(store, native(item))).toMatchObject({ kind: 'unsupported' });
      expect(await says(store).refusesWrite(native(item))).not.toBeNull();
      expect(sent).toEqual([]);
    },
  );

  test('the region and the project are those of the address, else of the environment', async () => {
    const variables = { SCW_DEFAULT_REGION: 'nl-ams', SCW_DEFAULT_PROJECT_ID: PROJECT };
    const { open, sent } = world(undefined, variables);
    const store = await open('scaleway');
    expect(store.shown).toBe('scaleway://nl-ams');
    await readAll(store, convention('HELD'));
    await readAll(await open('scaleway://pl-waw?project_id=other'), convention('HELD'));
    const end = 'secret_name=HELD&secret_path=%2Ftool%2Fdemo%2Fdefault';
    const path = '/secrets-by-path/versions/latest_enabled/access';
    expect(sent.map((request) => request.path)).toEqual([
      `/secret-manager/v1beta1/regions/nl-ams${path}?project_id=${PROJECT}&${end}`,
      `/secret-manager/v1beta1/regions/pl-waw${path}?project_id=other&${end}`,
    ]);
    expect((await openStore('scaleway', portsIn('/nowhere', { SCW_DEFAULT_PROJECT_ID: PROJECT }))).shown).toBe(
      'scaleway://fr-par',
    );
  });

  test.each([
    ['scaleway', {}, 'names no project'],
    ['scaleway', { SCW_DEFAULT_PROJECT_ID: PROJECT, SCW_DEFAULT_REGION: '../x' }, 'is not a region'],
    [SPEC, { TOOL_SCALEWAY_ENDPOINT: 'http://scaleway.test' }, 'is not the address of a server'],
  ])('%p with %p is refused', async (spec, variables, detail) => {
    expect(await openSpec(spec, portsIn('/nowhere', variables as Record<string, string>))).toMatchObject({
      kind: 'refused',
      failure: { detail: expect.stringContaining(detail) },
    });
  });

  test('the address of the API can be another one in the environment', async () => {
    const { open, fake } = world(undefined, { TOOL_SCALEWAY_ENDPOINT: 'https://mirror.test' });
    await readAll(await open(SPEC), convention('HELD'));
    expect(fake.servers).toMatchObject([{ origin: 'https://mirror.test' }]);
  });
});

describe('values', () => {
  test('bytes are exact, up to 65,536 of them', async () => {
    const bytes = Buffer.from(Array.from({ length: 65_536 }, (_, index) => index % 256));
    const store = await opened();
    const write = (value: SecretValue) => store.write?.([{ at: convention('BYTES'), value }], CALL);
    expect(await write(SecretValue.fromBytes(bytes))).toEqual([{ kind: 'written' }]);
    const [answer] = await store.read([convention('BYTES')], CALL);
    expect(answer?.kind === 'found' && bytes.equals(answer.value.reveal())).toBe(true);
    const before = JSON.stringify(scaleway.state());
    for (const size of [0, 65_537])
      expect(await write(SecretValue.fromBytes(Buffer.alloc(size)))).toMatchObject([
        { failure: { kind: 'unsupported' } },
      ]);
    expect(JSON.stringify(scaleway.state())).toBe(before);
  });

  test('fields of a secret are one request', async () => {
    const { open, sent } = world();
    const store = await open(SPEC);
    const fields = ['password', 'port', 'none', 'gone'].map((field) => at('/mail/smtp', { field }));
    expect(await readAll(store, ...fields, at('mail/smtp', { field: 'port' }))).toEqual([
      'found canary-smtp',
      'found 587',
      'absent',
      'absent',
      'found 587',
    ]);
    expect(sent).toHaveLength(1);
    expect(await says(store).absence(at('/mail/smtp', { field: 'gone' }))).toBe(
      'scaleway: secret /mail/smtp has no field gone',
    );
    expect(await failureOf(store, at('/ROOT', { field: 'a' }))).toMatchObject({
      kind: 'malformed',
      detail: 'secret `/ROOT` is not a JSON object, so that it has no field `a`',
    });
  });

  test('a version is read by its number; the latest is the latest that is enabled', async () => {
    const { versions } = scaleway.put('/ROOT', 'canary-second');
    scaleway.put('/ROOT', 'canary-third');
    if (versions[2] !== undefined) versions[2].status = 'disabled';
    const store = await opened();
    expect(await readAll(store, at('/ROOT'), at('/ROOT', { version: '1' }), at('/ROOT', { version: '9' }))).toEqual([
      'found canary-second',
      'found canary-root',
      'absent',
    ]);
    expect(await failureOf(store, at('/ROOT', { version: '3' }))).toMatchObject({ kind: 'failed' });
    expect(await failureOf(store, at('/ROOT', { version: 'latest' }))).toMatchObject({ kind: 'failed' });
    expect(await says(store).absence(at('/ROOT', { version: '9' }))).toBe('scaleway: no version 9 of secret /ROOT');
  });

  test.each(['0', '-1', '1.5', 'newest', ''])('version %p is refused', async (version) => {
    expect(await failureOf(await opened(), at('/ROOT', { version }))).toMatchObject({ kind: 'unsupported' });
  });

  test.each([
    ['another version than the requested', { revision: 2, data: 'eA==' }],
    ['what is not base64', { revision: 1, data: '%%' }],
    ['no data', { revision: 1 }],
  ])('%s is malformed', async (_, body) => {
    const store = await httpWorld(() => ({ status: 200, body }), { secret_key: 'canary' }).open(SPEC);
    expect(await failureOf(store, at('/ROOT', { version: '1' }))).toMatchObject({ kind: 'malformed' });
  });

  test('a project that does not exist is an error, not a store in which all is missing', async () => {
    expect(await failureOf(await opened('scaleway://fr-par?project_id=other'), convention('HELD'))).toMatchObject({
      kind: 'failed',
      detail: 'Scaleway answered with status 404: resource is not found',
      help: 'check the region `fr-par` and the project `other`',
    });
  });
});

describe('signing in', () => {
  test('a key that is not valid is denied, and the key is not quoted', async () => {
    const failure = await failureOf(await world('canary-wrong').open(SPEC), convention('HELD'));
    expect(failure).toEqual({
      kind: 'denied',
      detail: 'Scaleway answered with status 401: authentication is denied',
      help: 'use the secret key of an API key that is valid',
    });
  });

  test('the set of permissions that is missing is named', async () => {
    scaleway.denies = (set) => set === 'ReadOnly';
    expect(await writeOne(await opened(), convention('NEW'), 'x')).toMatchObject({
      failure: {
        kind: 'denied',
        help: `let a policy grant \`SecretManagerReadOnly\` to the owner of the API key, in the project \`${PROJECT}\``,
      },
    });
  });

  test('a quota that is used up is not a denial', async () => {
    scaleway.quota = 4;
    expect(await writeOne(await opened(), convention('NEW'), 'x')).toMatchObject({
      failure: { kind: 'failed', help: 'the quota of the project is used up' },
    });
  });
});

describe('writing', () => {
  test('a new version takes two requests, a new secret three', async () => {
    const { open, sent } = world();
    const store = await open(SPEC);
    expect(await writeOne(store, convention('HELD'), 'canary-second')).toEqual({ kind: 'written' });
    expect(methods(sent)).toBe('GET POST');
    sent.length = 0;
    expect(await writeOne(store, convention('NEW'), 'canary-new')).toEqual({ kind: 'written' });
    expect(methods(sent)).toBe('GET POST POST');
    expect(await readAll(store, convention('HELD'), convention('NEW'))).toEqual([
      'found canary-second',
      'found canary-new',
    ]);
    expect(await readAll(store, at('/tool/demo/default/HELD', { version: '1' }))).toEqual(['found canary-held']);
  });

  test('a secret of the same name in another folder is another one', async () => {
    const store = await opened();
    await writeOne(store, convention('HELD'), 'canary-second');
    expect(await readAll(await opened(`${SPEC}&path=team`), convention('HELD'))).toEqual(['found canary-team']);
  });

  test('what another writer created in the same moment gets a second version', async () => {
    scaleway.meanwhile = () => void scaleway.put('/tool/demo/default/NEW', 'canary-theirs');
    const store = await opened();
    expect(await writeOne(store, convention('NEW'), 'canary-ours')).toEqual({ kind: 'written' });
    expect(await readAll(store, convention('NEW'), at('/tool/demo/default/NEW', { version: '1' }))).toEqual([
      'found canary-ours',
      'found canary-theirs',
    ]);
  });

  test('of several that find no value, one creates the secret, and the others wait for its value', async () => {
    const stores = await Promise.all([1, 2, 3, 4].map(() => opened()));
    const answers = await Promise.all(
      stores.map((store, index) => writeOne(store, convention('NEW'), `canary-${index}`, { onlyIfAbsent: true })),
    );
    const [, winner] = (await readAll(await opened(), convention('NEW')))[0]?.split(' ') ?? [];
    expect(answers.map((answer) => answer?.kind).sort()).toEqual(['present', 'present', 'present', 'written']);
    for (const answer of answers) if (answer?.kind === 'present') expect(answer.value.revealText()).toBe(winner);
    expect(scaleway.put('/tool/demo/default/NEW', null).versions).toHaveLength(1);
  });

  test('the one that creates it may take its time for the value', async () => {
    scaleway.meanwhile = () => {
      scaleway.put('/tool/demo/default/SLOW', null);
      setTimeout(() => scaleway.put('/tool/demo/default/SLOW', 'canary-theirs'), 1_500);
    };
    const answer = await writeOne(await opened(), convention('SLOW'), 'canary-ours', { onlyIfAbsent: true });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('canary-theirs');
  });

  test('where the secret is there without a version, the lowest one that is enabled wins', async () => {
    const { versions } = scaleway.put('/tool/demo/default/OFF', 'canary-old');
    if (versions[0] !== undefined) versions[0].status = 'disabled';
    scaleway.meanwhile = () => void scaleway.put('/tool/demo/default/OFF', 'canary-theirs');
    const store = await opened();
    const answer = await writeOne(store, convention('OFF'), 'canary-ours', { onlyIfAbsent: true });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('canary-theirs');
    expect(versions.map(({ status }) => status)).toEqual(['disabled', 'enabled', 'disabled']);
    expect(await readAll(store, convention('OFF'))).toEqual(['found canary-theirs']);
  });

  test('a writer that waits for another ends with its call', async () => {
    scaleway.put('/tool/demo/default/LEFT', null);
    const store = await opened();
    const entry = { at: convention('LEFT'), value: SecretValue.fromText('canary-ours'), onlyIfAbsent: true as const };
    expect(await store.write?.([entry], { signal: AbortSignal.abort() })).toEqual([{ kind: 'written' }]);
  });

  test('a secret whose versions are all disabled has no value, and gets one', async () => {
    const [version] = scaleway.put('/tool/demo/default/OFF', 'canary-old').versions;
    if (version !== undefined) version.status = 'disabled';
    const store = await opened();
    expect(await readAll(store, convention('OFF'))).toEqual(['absent']);
    expect(await writeOne(store, convention('OFF'), 'canary-new', { onlyIfAbsent: true })).toEqual({ kind: 'written' });
    expect(await readAll(store, convention('OFF'))).toEqual(['found canary-new']);
  });

  test('a secret that is scheduled for deletion is missing, and its name is taken', async () => {
    scaleway.put('/tool/demo/default/HELD', 'x').isDeleted = true;
    const store = await opened();
    expect(await readAll(store, convention('HELD'))).toEqual(['absent']);
    expect(await writeOne(store, convention('HELD'), 'x')).toMatchObject({
      failure: {
        kind: 'failed',
        detail: 'secret `/tool/demo/default/HELD` is scheduled for deletion',
        help: 'restore it with `scw secret secret restore`, or wait until it is deleted',
      },
    });
  });

  test('says where it goes, and what is missing', async () => {
    const store = await opened();
    expect(await says(store).target(convention('NEW'))).toBe(
      'region=fr-par item=/tool/demo/default/NEW, as its new version',
    );
    expect(await says(store).absence(convention('NEW'))).toBe('scaleway: no secret /tool/demo/default/NEW');
  });
});

describe('lists', () => {
  test('have the secrets of the profile by key, others below the folder with a `ref`, and not the deleted ones', async () => {
    scaleway.put('/gone', 'x').isDeleted = true;
    expect(await (await opened()).list?.(CALL)).toEqual({
      kind: 'listed',
      entries: [
        { name: 'HELD', at: null, native: { item: '/tool/demo/default/HELD' } },
        { name: 'team/tool/demo/default/HELD', at: { item: '/team/tool/demo/default/HELD' } },
        { name: 'mail/smtp', at: { item: '/mail/smtp' } },
        { name: 'ROOT', at: { item: '/ROOT' } },
      ],
    });
    expect(await (await opened(`${SPEC}&path=team`)).list?.(CALL)).toMatchObject({
      entries: [{ name: 'HELD', at: null, native: { item: '/team/tool/demo/default/HELD' } }],
    });
  });

  test('come in pages of a hundred', async () => {
    for (let index = 0; index < 250; index++) scaleway.put(`/tool/demo/default/KEY_${index}`, 'x');
    const { open, sent } = world();
    const listed = await (await open(SPEC)).list?.(CALL);
    expect(listed?.kind === 'listed' && listed.entries.filter((entry) => entry.at === null)).toHaveLength(251);
    expect(sent).toHaveLength(3);
  });

  test('that break off are not shorter ones', async () => {
    const body = { secrets: [], total_count: 5 };
    const store = await httpWorld(() => ({ status: 200, body }), { secret_key: 'canary' }).open(SPEC);
    expect(await store.list?.(CALL)).toMatchObject({ failure: { kind: 'malformed' } });
  });
});

test('an address and one that the environment completes are the same', async () => {
  const variables = { SCW_DEFAULT_PROJECT_ID: PROJECT };
  const [one, other] = [await opened(), await world(undefined, variables).open('scaleway')];
  expect(await one.identity(null)).toBe(await other.identity(null));
  expect(await one.identity(convention('A'))).toBe(await other.identity(native('tool/demo/default/A')));
  expect(await one.identity(at('/a/b', { field: 'c' }))).not.toBe(await other.identity(at('/a/b')));
});

import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import { fakeHttp } from '../../helpers/fake-http.js';
import { failure, field, HELD, opened, ports, read, SPEC, world, write } from './kv-world.js';
import { CALL, convention, inShort, says } from './open-store.js';

describe('addresses', () => {
  test('version 2 and version 1 have their own paths', async () => {
    expect(await read(await opened(), convention('HELD'))).toEqual(['found canary-held']);
    expect(await read(await opened(`${SPEC}/old?kv=1`), convention('HELD'))).toEqual(['found canary-old']);
    expect(world.fake.asked).toEqual([`GET /v1/secret/data/${HELD}`, `GET /v1/old/${HELD}`]);
  });

  test('a mount may have slashes, and every segment is escaped', async () => {
    world.vault.mounts.set('team/kv', 2);
    world.vault.put('team/kv', 'a b/c?d#e', { 'x y': 'canary' });
    expect(await read(await opened(`${SPEC}/team/kv`), field('a b/c?d#e', 'x y'))).toEqual(['found canary']);
    expect(world.fake.asked).toEqual(['GET /v1/team/kv/data/a%20b/c%3Fd%23e']);
  });

  test.each(['../../sys/seal', 'a/%2e%2E/b', 'a/./b', '/a', 'a/', 'a//b'])(
    '%s leads nowhere, and nothing is asked',
    async (item) => {
      const store = await opened();
      expect(await failure(store, field(item, 'x'))).toMatchObject({ kind: 'unsupported' });
      expect(await says(store).refusesRemove(field(item, 'x'))).toContain('not a valid path');
      expect(world.fake.asked).toEqual([]);
    },
  );

  test('a bad address leaves the others alone', async () => {
    expect(await read(await opened(), field('..', 'x'), convention('HELD'))).toEqual([
      'failed unsupported',
      'found canary-held',
    ]);
  });

  test('an address that is wanted twice is asked for once', async () => {
    const store = await opened();
    expect(await read(store, field(HELD, 'value'), field(HELD, 'value'))).toHaveLength(2);
    expect(world.fake.asked).toHaveLength(1);
  });

  test('an entry of which several fields are wanted is asked for once, whether it is there or not', async () => {
    world.vault.put('secret', 'app/db', { user: 'canary-user', password: 'canary-password' });
    const wanted = ['user', 'password', 'port'].flatMap((name) => [field('app/db', name), field('app/gone', name)]);
    expect(await read(await opened(), ...wanted)).toEqual([
      'found canary-user',
      'absent',
      'found canary-password',
      'absent',
      'absent',
      'absent',
    ]);
    expect(world.fake.asked.filter((line) => line.includes('/data/'))).toHaveLength(2);
  });

  test('the namespace goes with every request', async () => {
    world.vault.put('secret', HELD, { value: 'canary-team' }, 'team/a');
    expect(await read(await opened('vault://team%2Fa@vault.test:8200'), convention('HELD'))).toEqual([
      'found canary-team',
    ]);
    const variables = { VAULT_NAMESPACE: 'team/a' };
    expect(await read(await opened(SPEC, ports(undefined, variables)), convention('HELD'))).toEqual([
      'found canary-team',
    ]);
  });
});

describe('what is missing, and what is not', () => {
  test('a field that an entry lacks is distinguished from an entry that does not exist', async () => {
    const store = await opened();
    expect(await read(store, field(HELD, 'user'), field('app/gone', 'user'))).toEqual(['absent', 'absent']);
    expect(await says(store).absence(field(HELD, 'user'))).toBe(`vault: entry ${HELD} has no field user`);
    expect(await says(store).absence(field('app/gone', 'user'))).toBe('vault: no entry app/gone');
  });

  test('a deleted version is absent', async () => {
    world.vault.softDelete('secret', HELD);
    expect(await read(await opened(), convention('HELD'))).toEqual(['absent']);
  });

  test('what is not text is rendered as it was written, null is missing, and other fields stay when one is changed', async () => {
    const text =
      '{"data":{"data":{"port":8080,"id":12345678901234567890,"rate":1.50,"yes":true,"hosts":[ "a", {"b" : 1} ],"nothing":null,"empty":"","x":"1"},"metadata":{"version":3}}}';
    world.first = ({ method }) => (method === 'GET' ? { status: 200, body: text } : null);
    const names = ['port', 'id', 'rate', 'yes', 'hosts', 'nothing', 'empty', 'constructor'];
    const store = await opened();
    expect(await read(store, ...names.map((name) => field('app', name)))).toEqual([
      'found 8080',
      'found 12345678901234567890',
      'found 1.50',
      'found true',
      'found ["a",{"b":1}]',
      'absent',
      'found ',
      'absent',
    ]);
    expect(await says(store).absence(field('app', 'nothing'))).toBe('vault: entry app has no field nothing');
    world.first = { status: 200, body: '{"data":{"port":8080,"flag":false,"nothing":null}}' };
    const first = await opened(`${SPEC}/old?kv=1`);
    expect(await read(first, ...['port', 'flag', 'nothing'].map((name) => field('app', name)))).toEqual([
      'found 8080',
      'found false',
      'absent',
    ]);
  });

  test('the other version of the engine is said, not taken for a miss; that costs one question', async () => {
    const store = await opened(`${SPEC}/old`);
    expect(await failure(store)).toMatchObject({
      detail: '`old` is version 1 of the KV engine',
      help: expect.stringContaining('?kv=1'),
    });
    expect(await write(store, 'NEW', 'x')).toMatchObject({ kind: 'failed' });
    expect(world.fake.asked.filter((line) => line.includes('/sys/'))).toHaveLength(1);
    expect(await failure(await opened(`${SPEC}/secret?kv=1`))).toMatchObject({
      detail: '`secret` is version 2 of the KV engine',
    });
  });

  test('so is a mount that is not there', async () => {
    expect(await failure(await opened(`${SPEC}/gone`))).toMatchObject({ detail: 'there is no KV engine at `gone`' });
  });

  test.each([
    ['nothing', { status: 200 }],
    ['null', { status: 200, body: 'null' }],
    ['a list', { status: 200, body: [] }],
    ['no data', { status: 200, body: { data: {} } }],
    ['data that are null', { status: 200, body: { data: { data: null } } }],
    ['a page', { status: 200, body: '<html>canary' }],
  ])('an answer with %s is malformed', async (_, answer) => {
    world.first = answer;
    expect(await failure(await opened())).toMatchObject({
      kind: 'malformed',
      detail: expect.not.stringContaining('canary'),
    });
  });

  test.each([
    [400, 'failed'],
    [401, 'denied'],
    [403, 'denied'],
    [405, 'failed'],
    [429, 'busy'],
    [500, 'failed'],
    [502, 'unreachable'],
    [503, 'unreachable'],
  ])('status %s is %s', async (status, kind) => {
    world.first = { status, body: { errors: ['why\u0007not'] } };
    expect(await failure(await opened())).toMatchObject({
      kind,
      detail: `Vault answered with status ${status}: why not`,
    });
  });

  test('a denied read names the right that is missing', async () => {
    world.vault.tokens.set('few', { rights: { 'secret/data/other': ['read'] }, uses: 9 });
    expect(await failure(await opened(SPEC, ports({ token: 'few' })))).toEqual({
      kind: 'denied',
      detail: 'Vault answered with status 403: permission denied',
      help: `give the token a policy that allows \`read\` on \`secret/data/${HELD}\`; if it has expired, set a new one`,
    });
  });

  test('a sealed server is locked, and a batch stops asking it', async () => {
    world.vault.isSealed = true;
    const many = Array.from({ length: 100 }, (_, index) => convention(`K${index}`));
    const answers = await (await opened()).read(many, CALL);
    expect(new Set(answers.map(inShort))).toEqual(new Set(['failed locked']));
    expect(world.fake.asked.length).toBeLessThanOrEqual(16);
  });

  test.each([
    ['unreachable', 'unreachable'],
    ['timeout', 'timeout'],
    ['untrusted', 'unreachable'],
    ['too-large', 'malformed'],
    ['cancelled', 'timeout'],
  ] as const)('a way that is %s makes the store %s', async (why, kind) => {
    world.first = { kind: 'failed', why, detail: 'our words' };
    expect(await failure(await opened())).toMatchObject({ kind, detail: 'our words' });
  });

  test('a redirect is not followed', async () => {
    world.first = { kind: 'redirect', status: 307, to: 'https://other.test' };
    expect(await failure(await opened())).toMatchObject({
      kind: 'unreachable',
      detail: 'Vault answered with status 307, which points to https://other.test',
    });
  });

  test('an hour to wait is said', async () => {
    world.first = { status: 429, headers: { 'retry-after': '3600' } };
    expect(await failure(await opened())).toMatchObject({
      kind: 'busy',
      help: 'try again in 3600 seconds',
    });
  });
});

describe('writing', () => {
  test('other fields stay', async () => {
    world.vault.put('secret', HELD, { value: 'old', owner: 'team' });
    expect(await write(await opened(), 'HELD', 'new')).toEqual({ kind: 'written' });
    expect(world.vault.fieldsOf('secret', HELD)).toEqual({ value: 'new', owner: 'team' });
  });

  test.each([1, 2])('version %s: other fields stay as they are written', async (version) => {
    const others = '"id":12345678901234567890,"more":{"pi":3.14159265358979323846,"list":[1e400, 1.0]},"__proto__":{}';
    const fields = `{"value":"old",${others}}`;
    const [body, changed] =
      version === 1
        ? [`{"data":${fields}}`, `{"value":"new",${others}}`]
        : [
            `{"data":{"data":${fields},"metadata":{"version":3}}}`,
            `{"data":{"value":"new",${others}},"options":{"cas":3}}`,
          ];
    const sent: string[] = [];
    world.first = (request) => {
      if (request.method === 'GET') return { status: 200, body };
      sent.push(request.body);
      return { status: 204 };
    };
    const store = await opened(version === 1 ? `${SPEC}/old?kv=1` : SPEC);
    expect(await write(store, 'HELD', 'new')).toEqual({ kind: 'written' });
    expect(sent).toEqual([changed]);
  });

  test.each([1, 2] as const)('version %s writes what it reads', async (version) => {
    const store = await opened(version === 1 ? `${SPEC}/old?kv=1` : SPEC);
    expect(await write(store, 'NEW', 'é\n')).toEqual({ kind: 'written' });
    expect(await read(store, convention('NEW'))).toEqual([`found ${Buffer.from('é\n').toString('latin1')}`]);
  });

  test('of two writers at the same moment the later one keeps what the other wrote beside it', async () => {
    world.vault.meanwhile = () => world.vault.put('secret', HELD, { value: 'theirs', note: 'theirs' });
    expect(await write(await opened(), 'HELD', 'ours')).toEqual({ kind: 'written' });
    expect(world.vault.fieldsOf('secret', HELD)).toEqual({ value: 'ours', note: 'theirs' });
  });

  test('others who keep writing are an error in the end', async () => {
    const again = () => {
      world.vault.put('secret', HELD, { value: 'theirs' });
      world.vault.meanwhile = again;
    };
    Object.defineProperty(world.vault, 'meanwhile', { get: () => again, set: () => {} });
    expect(await write(await opened(), 'HELD', 'ours')).toMatchObject({ failure: { kind: 'conflict' } });
    expect(world.vault.fieldsOf('secret', HELD)).toEqual({ value: 'theirs' });
  });

  test('what only fills a gap keeps what came first, and gives it back', async () => {
    world.vault.meanwhile = () => world.vault.put('secret', 'tool/demo/default/NEW', { value: 'theirs' });
    const answer = await write(await opened(), 'NEW', 'ours', { onlyIfAbsent: true });
    expect(answer?.kind === 'present' && answer.value.revealText()).toBe('theirs');
  });

  test('a deleted entry is a gap', async () => {
    world.vault.softDelete('secret', HELD);
    expect(await write(await opened(), 'HELD', 'new', { onlyIfAbsent: true })).toEqual({ kind: 'written' });
  });

  test('who may write and not read writes', async () => {
    world.vault.tokens.set('writer', { rights: { 'secret/data/tool/': ['create', 'update'] }, uses: 9 });
    const store = await opened(SPEC, ports({ token: 'writer' }));
    expect(await write(store, 'HELD', 'new')).toEqual({ kind: 'written' });
    expect(world.vault.versionsOf('secret', HELD)).toBe(2);
    expect(await write(store, 'HELD', 'new', { onlyIfAbsent: true })).toMatchObject({ failure: { kind: 'denied' } });
  });

  test('a mount that requires check-and-set is not written by who may not read', async () => {
    world.vault.requiresCas = true;
    world.vault.tokens.set('writer', { rights: { 'secret/data/tool/': ['create', 'update'] }, uses: 9 });
    expect(await write(await opened(SPEC, ports({ token: 'writer' })), 'HELD', 'new')).toEqual({
      kind: 'failed',
      failure: {
        kind: 'denied',
        detail: 'the mount requires check-and-set, and the token may not read the version to replace',
        help: `give the token a policy that allows \`read\` on \`secret/data/${HELD}\``,
      },
    });
    expect(await write(await opened(), 'HELD', 'new')).toEqual({ kind: 'written' });
  });

  test('who may not write learns which right is missing; what was sent is not quoted', async () => {
    world.vault.tokens.set('reader', { rights: { 'secret/data/tool/': ['read'] }, uses: 9 });
    expect(await write(await opened(SPEC, ports({ token: 'reader' })), 'HELD', 'canary')).toEqual({
      kind: 'failed',
      failure: {
        kind: 'denied',
        detail: 'Vault answered with status 403',
        help: `give the token a policy that allows \`create\` and \`update\` on \`secret/data/${HELD}\``,
      },
    });
  });

  test('after a failure of the whole store nothing more is sent', async () => {
    world.first = { kind: 'failed', why: 'timeout', detail: 'late' };
    const entries = ['A', 'B', 'C'].map((key) => ({ at: convention(key), value: SecretValue.fromText(key) }));
    const answers = await (await opened()).write?.(entries, CALL);
    expect(answers).toMatchObject(entries.map(() => ({ failure: { kind: 'timeout' } })));
    expect(world.fake.asked).toHaveLength(1);
  });

  test('entries are written one at a time, each with its own value', async () => {
    const entries = ['A', 'B', '../C', 'D'].map((key) => ({ at: convention(key), value: SecretValue.fromText(key) }));
    const answers = await (await opened()).write?.(entries, CALL);
    expect(answers?.map(({ kind }) => kind)).toEqual(['written', 'written', 'failed', 'written']);
    expect(world.vault.fieldsOf('secret', 'tool/demo/default/D')).toEqual({ value: 'D' });
    expect(world.fake.most).toBe(1);
  });

  test('a write whose answer was lost says so', async () => {
    world.fake = fakeHttp((request) =>
      request.method === 'POST' ? { kind: 'failed', why: 'interrupted', detail: 'cut' } : world.vault.answer(request),
    );
    const lost = await write(await opened(SPEC, ports()), 'HELD', 'x');
    expect(lost).toMatchObject({
      failure: { kind: 'unreachable', help: 'it may have succeeded: check the entry before you try again' },
    });
  });
});

describe('removing and listing', () => {
  test('an entry goes with its history', async () => {
    const store = await opened();
    expect(await store.remove?.([convention('HELD'), convention('GONE')], CALL)).toEqual([
      { kind: 'removed' },
      { kind: 'absent' },
    ]);
    expect(world.vault.versionsOf('secret', HELD)).toBe(0);
  });

  // Removing an entry removes all its fields.
  test('an entry that a `ref` names is not removed', async () => {
    const { refusesRemove } = says(await opened());
    expect(await refusesRemove(field('app/db', 'password'))).toBe('vault does not remove the entry of a `ref`');
    expect(await refusesRemove(convention('HELD'))).toBeNull();
  });

  test('version 1 does not remove', async () => {
    expect((await opened(`${SPEC}/old?kv=1`)).remove).toBeUndefined();
  });

  test.each(['', '/old?kv=1'])('entries of the profile are listed: %s', async (rest) => {
    const mount = rest === '' ? 'secret' : 'old';
    world.vault.put(mount, 'tool/demo/default/below/X', { value: 'x' });
    world.vault.put(mount, 'tool/demo/other/Y', { value: 'y' });
    expect(await (await opened(`${SPEC}${rest}`)).list?.(CALL)).toEqual({
      kind: 'listed',
      entries: [{ name: 'HELD', at: null, native: { item: 'tool/demo/default/HELD', field: 'value' } }],
    });
  });

  test('a list that is denied is no empty one', async () => {
    world.vault.tokens.set('reader', { rights: { 'secret/data/tool/': ['read'] }, uses: 9 });
    expect(await (await opened(SPEC, ports({ token: 'reader' }))).list?.(CALL)).toMatchObject({
      failure: { kind: 'denied' },
    });
  });
});

test('closing closes the connections', async () => {
  const store = await opened();
  await store.close?.();
  expect(world.fake.closed).toBe(0);
  await read(store, convention('HELD'));
  await store.close?.();
  expect(world.fake.closed).toBe(1);
});

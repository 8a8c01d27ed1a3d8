/** Credentials of a KV store that are wrapped. */
import { expect, jest, test } from '@jest/globals';
import type { FakeResponse } from '../../helpers/fake-http.js';
import { failure, opened, ports, read, SPEC, world } from './kv-world.js';
import { CALL, convention, inShort } from './open-store.js';

const HELD = convention('HELD');
const found = ['found canary-held'];
const many = (count: number) => Array.from({ length: count }, (_, index) => convention(`K${index}`));

const TOKEN = `${SPEC}?wrapped=true`;
const SECRET_ID = `${SPEC}?auth=approle&wrapped=true`;
const asToken = { madeBy: 'auth/token/create', answer: { auth: { client_token: 'root' } } };
const asSecretId = {
  madeBy: 'auth/approle/role/shop/secret-id',
  answer: { data: { secret_id: 'canary-secret-id' } },
};
let made = 0;
const wrap = (held: { madeBy: string; answer: Record<string, unknown> }) => {
  const token = `canary-wrapping-${made++}`;
  world.vault.wrapped.set(token, held);
  return token;
};
const withToken = (token: string, spec = TOKEN) => opened(spec, ports({ token }));
const withSecretId = (secret_id: string) => opened(SECRET_ID, ports({ role_id: 'role', secret_id }));

test('a token is looked up, unwrapped and used', async () => {
  expect(await read(await withToken(`${wrap(asToken)}\n`), HELD, convention('NEW'))).toEqual([...found, 'absent']);
  expect(world.fake.asked.slice(0, 3)).toEqual([
    'POST /v1/sys/wrapping/lookup',
    'POST /v1/sys/wrapping/unwrap',
    'GET /v1/secret/data/tool/demo/default/HELD',
  ]);
});

test('a SecretID too, also one of another mount and of a namespace', async () => {
  expect(await read(await withSecretId(wrap(asSecretId)), HELD)).toEqual(found);
  const custom = { ...asSecretId, madeBy: 'ns/auth/team/approle/role/shop/custom-secret-id' };
  expect(await read(await withSecretId(wrap(custom)), HELD)).toEqual(found);
});

test('it is unwrapped once for all stores that have it, and for a store that is opened again', async () => {
  const token = wrap(asToken);
  const stores = await Promise.all([withToken(token), withToken(token, `${SPEC}/old?kv=1&wrapped=true`)]);
  expect(await Promise.all(stores.map((store) => read(store, HELD)))).toEqual([found, ['found canary-old']]);
  expect(await read(await withToken(token), HELD)).toEqual(found);
  expect(world.fake.asked.filter((line) => line.endsWith('/unwrap'))).toHaveLength(1);
});

test('the SecretID of a second login is the same', async () => {
  world.vault.lease = 100;
  const start = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
  const store = await withSecretId(wrap(asSecretId));
  await read(store, HELD);
  clock.mockReturnValue(start + 200_000);
  expect(await read(store, HELD)).toEqual(found);
  clock.mockRestore();
  expect(world.vault.logins).toBe(2);
});

test('a wrapping token that is used up is an error of its own', async () => {
  const refused = await failure(await withToken('canary-spent'));
  expect(refused).toEqual({
    kind: 'denied',
    detail: 'the wrapping token in `token` is not valid: it has expired or has been unwrapped before',
    help: 'request a new one; if you did not unwrap it, another may have, so revoke what was wrapped',
  });
  expect(world.fake.asked).toEqual(['POST /v1/sys/wrapping/lookup']);
});

test('a batch with it asks once', async () => {
  const store = await withSecretId('canary-spent');
  const answers = await store.read(many(30), CALL);
  expect(new Set(answers.map(inShort))).toEqual(new Set(['failed denied']));
  expect(world.fake.asked).toEqual(['POST /v1/sys/wrapping/lookup']);
});

test.each(['sys/wrapping/wrap', 'auth/approle/role/shop/role-id', 'secret/data/x'])(
  'what %s made is not a SecretID, and stays wrapped',
  async (madeBy) => {
    const token = wrap({ ...asSecretId, madeBy });
    expect(await failure(await withSecretId(token))).toEqual({
      kind: 'denied',
      detail: `the wrapping token in \`secret_id\` holds the answer of \`${madeBy}\`, which gives no SecretID`,
      help: 'request a new one; if it was one before, another may have unwrapped it, so revoke what was wrapped',
    });
    expect(world.vault.wrapped.has(token)).toBe(true);
  },
);

test('an unwrapping whose answer is lost may have used it up, and is not sent again', async () => {
  const token = wrap(asToken);
  world.first = ({ path }) =>
    path.endsWith('/unwrap') ? { kind: 'failed', why: 'interrupted', detail: 'the connection broke' } : null;
  expect(await failure(await withToken(token))).toEqual({
    kind: 'unreachable',
    detail: 'the connection broke',
    help: 'the wrapping token may be used up: request a new one',
  });
});

test.each<[string, FakeResponse, string]>([
  ['lookup', { status: 500 }, 'failed'],
  ['lookup', { status: 403, body: '<html>' }, 'denied'],
  ['lookup', { status: 200, body: { data: {} } }, 'malformed'],
  ['unwrap', { status: 503 }, 'unreachable'],
  ['unwrap', { status: 400, body: { errors: ['wrapping token is not valid or does not exist'] } }, 'denied'],
  ['unwrap', { status: 200, body: { data: { token: 'canary-x' } } }, 'malformed'],
])('%s answers %j', async (step, answer, kind) => {
  const token = wrap(asToken);
  world.first = ({ path }) => (path.endsWith(`/wrapping/${step}`) ? answer : null);
  const refused = await failure(await withToken(token));
  expect(refused).toMatchObject({ kind });
  expect(JSON.stringify(refused)).not.toContain('canary');
  // The next attempt asks again.
  world.first = null;
  expect(await read(await withToken(token), HELD)).toEqual(found);
});

test('without a SecretID there is nothing to unwrap', async () => {
  await expect(read(await opened(SECRET_ID, ports({ role_id: 'role' })), HELD)).rejects.toThrow('no secret_id');
});

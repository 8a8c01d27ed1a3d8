/** Ways to sign in to Infisical: tokens and machine identities. */
import { beforeEach, expect, test } from '@jest/globals';
import type { ProviderPorts } from '#runtime/providers/provider.js';
import { FakeInfisical } from '../../helpers/doubles/infisical.js';
import { httpWorld, readAll } from './http-world.js';
import { CALL, convention, native, openStore, portsIn } from './open-store.js';

let infisical = new FakeInfisical();
beforeEach(() => {
  infisical = new FakeInfisical();
  infisical.put('default', '/tool/demo/default/HELD', 'canary-held');
});
const SPEC = `infisical:///${new FakeInfisical().project}`;
const MACHINE = { client_id: 'machine', client_secret: 'canary-secret' };
const world = (credentials: Readonly<Record<string, string>> = { token: 'canary-token' }, bound?: readonly string[]) =>
  httpWorld((request) => infisical.answer(request), credentials, {}, bound);

const refusalOf = async (credentials: Readonly<Record<string, string>>) => {
  const { open, sent } = world(credentials);
  const store = await open(SPEC);
  const thrown = await store.read([convention('HELD')], CALL).then(
    ([answer]) => (answer?.kind === 'failed' ? answer.failure : answer?.kind),
    (error: unknown) => String(error),
  );
  expect(sent.filter(({ method }) => method === 'GET')).toEqual([]);
  return thrown;
};

test('a token is used as it is, also where a machine identity is configured', async () => {
  const { open, sent } = world({ token: 'canary-token\n', ...MACHINE });
  expect(await readAll(await open(SPEC), convention('HELD'))).toEqual(['found canary-held']);
  expect(sent).toHaveLength(1);
});

test.each([
  [['token', 'client_id', 'client_secret'], 1],
  [['client_id', 'client_secret'], 2],
  // Its other half is of the environment.
  [['client_id'], 2],
  [['client_secret'], 2],
  [[], 1],
])('what the alias binds comes before what the environment has: %p', async (bound, requests) => {
  const { open, sent } = world({ token: 'canary-token', ...MACHINE }, bound);
  expect(await readAll(await open(SPEC), convention('HELD'))).toEqual(['found canary-held']);
  expect(sent).toHaveLength(requests);
});

test('a machine identity signs in once for all requests', async () => {
  const { open, sent } = world(MACHINE);
  const store = await open(SPEC);
  await Promise.all([1, 2, 3].map((index) => store.read([convention('HELD'), native(`/KEY_${index}`)], CALL)));
  await readAll(store, convention('HELD'));
  expect(sent.filter(({ path }) => path.includes('universal-auth'))).toHaveLength(1);
});

test('a token that is used up is replaced', async () => {
  infisical.usesOfToken = 2;
  const { open, sent } = world(MACHINE);
  const store = await open(SPEC);
  for (let index = 0; index < 3; index++)
    expect(await readAll(store, convention('HELD'))).toEqual(['found canary-held']);
  expect(sent.filter(({ path }) => path.includes('universal-auth'))).toHaveLength(2);
});

test('so is one that has expired; one that lasts for 0 seconds does not expire', async () => {
  infisical.tokenLasts = 0;
  const { open, sent } = world(MACHINE);
  const store = await open(SPEC);
  await readAll(store, convention('HELD'));
  await readAll(store, convention('HELD'));
  expect(sent).toHaveLength(3);
  infisical.tokens.clear();
  expect(await readAll(store, convention('HELD'))).toEqual(['found canary-held']);
});

test.each([
  [{ client_id: 'machine' }, /no client_secret/],
  [{ client_secret: 'canary-secret' }, /no client_id/],
])('half an identity names the other half: %p', async (credentials, says) => {
  expect(await refusalOf(credentials as Readonly<Record<string, string>>)).toMatch(says);
});

test('without any, both ways are named', async () => {
  expect(await refusalOf({})).toEqual({
    kind: 'missing-credential',
    detail: 'neither `client_id` and `client_secret` nor `token` is configured',
    help: 'bind them in the `credentials` of the alias, or set `INFISICAL_CLIENT_ID` and `INFISICAL_CLIENT_SECRET`',
  });
});

test('a service token is refused: Infisical would read from the folder that it is for', async () => {
  expect(await refusalOf({ token: 'st.canary.1' })).toMatchObject({
    kind: 'unsupported',
    help: 'use a machine identity',
  });
});

test('a refused identity is denied, and nothing of it is quoted', async () => {
  const refusal = await refusalOf({ ...MACHINE, client_secret: 'canary-wrong' });
  expect(refusal).toMatchObject({ kind: 'denied', detail: 'Infisical refused the sign-in of the machine identity' });
  expect(JSON.stringify(refusal)).not.toContain('canary');
});

test('without a terminal nothing is waited for', async () => {
  const ports: ProviderPorts = { ...portsIn('/nowhere'), http: world().fake.http };
  const [answer] = await (await openStore(SPEC, ports)).read([convention('HELD')], CALL);
  expect(answer).toMatchObject({ failure: { kind: 'missing-credential' } });
});

/** Logins to a KV store by JWT and service account, their leases, and what a server says to all of them. */
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FakeRequest, FakeResponse } from '../../helpers/fake-http.js';
import { failure, folder, opened, ports, read, SPEC, world } from './kv-world.js';
import { CALL, convention } from './open-store.js';

const HELD = convention('HELD');
const found = ['found canary-held'];
const many = (count: number) => Array.from({ length: count }, (_, index) => convention(`K${index}`));

describe('a JWT', () => {
  const JWT = `${SPEC}?auth=jwt`;
  const accepts = (jwt: string, role = '') => world.vault.jwts.set(`jwt ${role}`, jwt);
  const withVariables = (spec: string, variables: Record<string, string>) => opened(spec, ports({}, variables));

  test.each([
    ['VAULT_JWT', 'vault', { VAULT_JWT: 'canary-jwt\n' }],
    ['that of the other product', 'openbao', { BAO_JWT: '', VAULT_JWT: 'canary-jwt' }],
  ])('comes from %s', async (_, scheme, variables) => {
    accepts('canary-jwt');
    const store = await withVariables(JWT.replace('vault', scheme), variables);
    expect(await read(store, HELD)).toEqual(found);
    expect(world.fake.asked[0]).toBe('POST /v1/auth/jwt/login');
  });

  test('comes from a file, which is read for each login', async () => {
    accepts('canary-jwt');
    writeFileSync(`${folder}/jwt`, 'canary-jwt\n');
    expect(await read(await withVariables(JWT, { VAULT_JWT_FILE: `${folder}/jwt` }), HELD)).toEqual(found);
    const gone = await withVariables(JWT, { VAULT_JWT_FILE: `${folder}/gone` });
    expect(await failure(gone)).toEqual({
      kind: 'missing-credential',
      detail: 'the file that `VAULT_JWT_FILE` names is missing or empty',
    });
  });

  test('has the role of the address, else that of the variable', async () => {
    accepts('canary-jwt', 'ci');
    const variables = { VAULT_JWT: 'canary-jwt', VAULT_JWT_ROLE: 'other' };
    expect(await read(await withVariables(`${JWT}&role=ci`, variables), HELD)).toEqual(found);
    expect(await failure(await withVariables(JWT, variables))).toMatchObject({ kind: 'denied' });
    expect(await read(await withVariables(JWT, { ...variables, VAULT_JWT_ROLE: 'ci' }), HELD)).toEqual(found);
  });

  test('that is refused is not quoted', async () => {
    const refused = await failure(await withVariables(JWT, { VAULT_JWT: 'canary-jwt' }));
    expect(refused).toEqual({
      kind: 'denied',
      detail: 'Vault refused the sign-in by `auth=jwt`',
      help: 'check `role`, `audience` and `auth_mount`, and which issuer and claims the role accepts',
    });
  });

  test('there is none', async () => {
    expect(await failure(await withVariables(JWT, {}))).toEqual({
      kind: 'missing-credential',
      detail: 'sign-in by `auth=jwt` needs a JWT',
      help: 'set `VAULT_JWT`, or give the job of Actions the permission `id-token: write`',
    });
    expect(world.fake.asked).toEqual([]);
  });

  describe('of Actions', () => {
    const URL = 'https://actions.test/idtoken/run-1?api-version=2.0';
    const job = { ACTIONS_ID_TOKEN_REQUEST_URL: URL, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'canary-request' };
    let asked: FakeRequest[] = [];
    const answering = (answer: FakeResponse) => {
      asked = [];
      world.first = (request) => {
        if (!request.path.startsWith('/idtoken/')) return null;
        asked.push(request);
        return answer;
      };
    };
    beforeEach(() => {
      accepts('canary-jwt');
      answering({ status: 200, body: { value: 'canary-jwt' } });
    });

    test.each([
      ['', {}, ''],
      ['&audience=vault%26co', {}, '&audience=vault%26co'],
      ['', { VAULT_JWT_AUDIENCE: 'team' }, '&audience=team'],
      ['&audience=own', { VAULT_JWT_AUDIENCE: 'team' }, '&audience=own'],
      ['&audience=', { VAULT_JWT_AUDIENCE: 'team' }, ''],
    ])('is requested for the audience: %j with %j', async (rest, variables, expected) => {
      const store = await withVariables(`${JWT}${rest}`, { ...job, ...variables });
      expect(await read(store, HELD)).toEqual(found);
      expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `GET /idtoken/run-1?api-version=2.0${expected}`,
      ]);
      expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer canary-request' });
      expect(asked[0]?.headers).not.toHaveProperty('x-vault-request');
      expect(world.fake.servers.map(({ origin }) => origin)).toContain('https://actions.test');
      expect(world.fake.closed).toBe(1);
    });

    test('is not requested if there is another', async () => {
      expect(await read(await withVariables(JWT, { ...job, VAULT_JWT: 'canary-jwt' }), HELD)).toEqual(found);
      expect(asked).toEqual([]);
    });

    test('is requested once for a batch, and anew for the next login', async () => {
      world.vault.lease = 100;
      world.vault.isRenewable = false;
      const start = Date.now();
      const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
      const store = await withVariables(JWT, job);
      await store.read(many(40), CALL);
      expect(asked).toHaveLength(1);
      clock.mockReturnValue(start + 99_000);
      expect(await read(store, HELD)).toEqual(found);
      clock.mockRestore();
      expect(asked).toHaveLength(2);
    });

    test.each<[FakeResponse, unknown]>([
      [
        { status: 403, body: { message: 'no' } },
        { kind: 'denied', help: 'give the job the permission `id-token: write`' },
      ],
      [{ status: 500 }, { kind: 'failed', detail: 'Actions answered with status 500' }],
      [{ status: 200, body: {} }, { kind: 'malformed' }],
      [{ status: 200, body: { value: 7 } }, { kind: 'malformed' }],
      [{ status: 200, body: '<html>' }, { kind: 'malformed' }],
    ])('is not had: %j', async (answer, expected) => {
      answering(answer);
      const refused = await failure(await withVariables(JWT, job));
      expect(refused).toMatchObject(expected as object);
      expect(JSON.stringify(refused)).not.toMatch(/canary|idtoken/);
    });

    test.each(['http://actions.test/x', 'file:///etc/passwd', 'actions.test'])(
      'is not requested from %s',
      async (url) => {
        const store = await withVariables(JWT, { ...job, ACTIONS_ID_TOKEN_REQUEST_URL: url });
        expect(await failure(store)).toEqual({
          kind: 'unsupported',
          detail: '`ACTIONS_ID_TOKEN_REQUEST_URL` is not an address that starts with `https://`',
        });
        expect(world.fake.asked).toEqual([]);
      },
    );
  });
});

describe('a service account of Kubernetes', () => {
  const ACCOUNT = `${SPEC}?auth=kubernetes&role=shop`;

  test('signs in with the token in its file, and its role', async () => {
    world.vault.jwts.set('kubernetes shop', 'canary-account');
    writeFileSync(`${folder}/account`, 'canary-account\n');
    const variables = { VAULT_JWT_FILE: `${folder}/account`, VAULT_JWT: 'canary-other' };
    expect(await read(await opened(ACCOUNT, ports({}, variables)), HELD)).toEqual(found);
    expect(world.fake.asked[0]).toBe('POST /v1/auth/kubernetes/login');
    const elsewhere = await opened(`${ACCOUNT}&auth_mount=clusters/east`, ports({}, variables));
    expect(await failure(elsewhere)).toMatchObject({
      kind: 'denied',
      help: 'check `role` and `auth_mount`, and which service accounts and namespaces the role accepts',
    });
  });

  test('outside a pod there is none', async () => {
    expect(await failure(await opened(ACCOUNT, ports({})))).toEqual({
      kind: 'missing-credential',
      detail: 'sign-in by `auth=kubernetes` needs the token of a service account',
      help: 'run it in a pod, or name the file of the token in `VAULT_JWT_FILE`',
    });
  });
});

describe('the lease of a login', () => {
  const APPROLE = `${SPEC}?auth=approle`;
  const approle = () => ports({ role_id: 'role', secret_id: 'canary-secret-id' });
  const start = Date.now();
  let clock: ReturnType<typeof jest.spyOn>;
  const at = (later: number) => void clock.mockReturnValue((start + later) as never);
  beforeEach(() => {
    clock = jest.spyOn(Date, 'now') as ReturnType<typeof jest.spyOn>;
    at(0);
    world.vault.lease = 100;
  });
  afterEach(() => void clock.mockRestore());

  /** After a first read at once: what a read at this moment gives, and how many logins and renewals there were. */
  const readAt = async (later: number) => {
    const store = await opened(APPROLE, approle());
    await read(store, HELD);
    at(later);
    return [await read(store, HELD), world.vault.logins, world.vault.renewals];
  };

  test('is renewed in its last seconds, without a second login', async () => {
    expect(await readAt(96_000)).toEqual([found, 1, 1]);
  });

  test('that has ended is followed by a login', async () => {
    expect(await readAt(101_000)).toEqual([found, 2, 0]);
  });

  test('that cannot be renewed is followed by a login', async () => {
    world.vault.isRenewable = false;
    expect(await readAt(96_000)).toEqual([found, 2, 0]);
  });

  test('that has reached its longest life is followed by a login', async () => {
    world.vault.renewedLease = 0;
    expect(await readAt(96_000)).toEqual([found, 2, 1]);
  });

  test('whose token may not renew itself is followed by a login', async () => {
    world.vault.rights = { 'secret/': ['read'] };
    expect(await readAt(96_000)).toEqual([found, 2, 0]);
  });

  test('a token of few uses is not renewed, which would take one', async () => {
    world.vault.uses = 2;
    const store = await opened(APPROLE, approle());
    await store.read(many(4), CALL);
    expect([world.vault.logins, world.vault.renewals]).toEqual([3, 0]);
  });

  test('an AppRole whose SecretID is used up goes on with the renewed token', async () => {
    const store = await opened(APPROLE, approle());
    await read(store, HELD);
    world.vault.roles.clear();
    for (const later of [96_000, 192_000, 288_000]) {
      at(later);
      expect(await read(store, HELD)).toEqual(found);
    }
    expect([world.vault.logins, world.vault.renewals]).toEqual([1, 3]);
  });

  test('a renewal without an answer is not followed by a login, which would wait again', async () => {
    const store = await opened(APPROLE, approle());
    await read(store, HELD);
    at(96_000);
    world.first = ({ path }) =>
      path.endsWith('/renew-self') ? { kind: 'failed', why: 'timeout', detail: 'it did not answer' } : null;
    expect(await failure(store)).toMatchObject({ kind: 'timeout' });
    expect(world.vault.logins).toBe(1);
  });

  test('that ends while a request is under way is no denial', async () => {
    world.vault.saysInvalidToken = false;
    const store = await opened(APPROLE, approle());
    await read(store, HELD);
    at(94_999);
    world.first = ({ path }) => {
      if (path.includes('/data/')) {
        at(100_001);
        world.first = null;
      }
      return null;
    };
    expect(await read(store, HELD)).toEqual(found);
    expect(world.vault.logins).toBe(2);
  });
});

test('without a sign-in no token is sent: an agent adds one', async () => {
  const sent: FakeRequest[] = [];
  world.first = (request) => {
    sent.push(request);
    return world.vault.answer({ ...request, headers: { ...request.headers, 'x-vault-token': 'root' } });
  };
  expect(await read(await opened(`${SPEC}?auth=none`, ports({ token: 'canary-token' })), HELD)).toEqual(found);
  expect(sent.map(({ headers }) => headers)).toEqual([{ 'x-vault-request': 'true' }]);
});

test('a server that is sealed says so to a login, too', async () => {
  world.vault.isSealed = true;
  const role = ports({ role_id: 'role', secret_id: 'canary-secret-id' });
  expect(await failure(await opened(`${SPEC}?auth=approle`, role))).toMatchObject({ kind: 'locked' });
});

describe('a namespace', () => {
  test('that does not exist is not a missing entry', async () => {
    world.vault.namespaces = ['team'];
    world.vault.put('secret', 'tool/demo/default/HELD', { value: 'canary-team' }, 'team');
    expect(await read(await opened('vault://team@vault.test:8200'), HELD)).toEqual(['found canary-team']);
    const gone = await opened('vault://gone@vault.test:8200');
    const expected = { kind: 'unsupported', detail: 'the namespace does not exist' };
    expect(await failure(gone)).toMatchObject(expected);
    expect(await gone.list?.(CALL)).toMatchObject({ failure: expected });
    expect(await gone.remove?.([HELD], CALL)).toMatchObject([{ failure: expected }]);
    const role = await opened('vault://gone@vault.test:8200?auth=approle', ports({ role_id: 'role', secret_id: 'x' }));
    expect(await failure(role)).toMatchObject(expected);
  });
});

describe('a token that was given', () => {
  test('has expired: where the server says so, the advice is no policy', async () => {
    expect(await failure(await opened(SPEC, ports({ token: 'canary-old' })))).toMatchObject({
      kind: 'denied',
      help: 'sign in again and set the new token',
    });
    world.vault.saysInvalidToken = false;
    expect(await failure(await opened(SPEC, ports({ token: 'canary-old' })))).toMatchObject({
      help: expect.stringMatching(/^give the token a policy .*; if it has expired, set a new one$/),
    });
  });
});

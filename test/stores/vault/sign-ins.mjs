/** Sign-ins by JWT and service account, and leases that end while they are used. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listening, slowWay } from '../shared/loopback.mjs';
import { byName, CALL, readAll } from '../shared/store.mjs';
import { manifestOf } from '../shared/tool.mjs';
import { jwtKey } from './jwt.mjs';
import { ALL, pause } from './world.mjs';

export async function signIns(world) {
  await world.ask('POST', '/v1/secret/data/tool/shop/default/SIGNED', { data: { value: 'signed in' } });
  return { ...(await byJwt(world)), ...(await byAccount(world)), ...leases(world), ...byAgent(world) };
}

const SIGNED = byName('SIGNED');

async function byJwt({ ask, atEnd, fresh, folder, open, policy, scheme, spec, tool }) {
  const issuer = 'https://actions.test';
  const key = jwtKey();
  const claims = { iss: issuer, sub: 'repo:team/shop', aud: 'vault' };
  const policies = [await policy(ALL)];
  const settings = { role_type: 'jwt', user_claim: 'sub', token_policies: policies, token_ttl: '5m' };
  for (const mount of ['jwt', 'team/ci']) {
    await ask('POST', `/v1/sys/auth/${mount}`, { type: 'jwt' });
    const config = { jwt_validation_pubkeys: [key.publicKey], bound_issuer: issuer, default_role: 'usual' };
    strictEqual((await ask('POST', `/v1/auth/${mount}/config`, config)).status, 204);
    await ask('POST', `/v1/auth/${mount}/role/usual`, { ...settings, bound_audiences: ['vault'] });
    await ask('POST', `/v1/auth/${mount}/role/strict`, {
      ...settings,
      bound_audiences: ['strict'],
      bound_subject: 'repo:team/shop',
    });
  }
  /** What Actions has: a JWT for the audience that is asked for, to who has the token of the job. */
  const asked = [];
  const actions = await listening(
    createServer((request, response) => {
      asked.push(request.url);
      const isJob = request.headers.authorization === 'Bearer canary-of-the-job';
      const aud = new URL(request.url, 'http://x').searchParams.get('audience') ?? 'https://github.test/team';
      const body = isJob ? { value: key.jwt({ ...claims, aud }) } : { message: 'not of this job' };
      response.writeHead(isJob ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    }),
  );
  atEnd(actions.stop);
  const job = (token = 'canary-of-the-job') => ({
    ACTIONS_ID_TOKEN_REQUEST_URL: `${actions.address}/idtoken/1?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
  });
  const read = async (rest, variables) => readAll(await open(spec(rest), {}, variables), SIGNED);
  const withJwt = (rest, jwt) => read(rest, { VAULT_JWT: jwt });
  const found = ['found signed in'];
  return {
    'a JWT signs in, for the default role and another, at each mount': async () => {
      deepStrictEqual(await withJwt('?auth=jwt', key.jwt(claims)), found);
      deepStrictEqual(await withJwt('?auth=jwt&role=strict', key.jwt({ ...claims, aud: 'strict' })), found);
      deepStrictEqual(await withJwt('?auth=jwt&auth_mount=team/ci&role=usual', key.jwt(claims)), found);
      const path = join(folder, fresh('jwt'));
      writeFileSync(path, `${key.jwt(claims)}\n`);
      deepStrictEqual(await read('?auth=jwt', { VAULT_JWT_FILE: path }), found);
    },

    'a JWT with another signature, audience, issuer, subject or time is denied': async () => {
      const denied = ['failed denied'];
      deepStrictEqual(await withJwt('?auth=jwt', jwtKey().jwt(claims)), denied);
      deepStrictEqual(await withJwt('?auth=jwt', otherSignature(key.jwt(claims))), denied);
      deepStrictEqual(await withJwt('?auth=jwt', 'canary'), denied);
      deepStrictEqual(await withJwt('?auth=jwt', key.jwt({ ...claims, aud: 'other' })), denied);
      deepStrictEqual(await withJwt('?auth=jwt', key.jwt({ ...claims, iss: 'https://other.test' })), denied);
      const strict = { ...claims, aud: 'strict', sub: 'repo:other/shop' };
      deepStrictEqual(await withJwt('?auth=jwt&role=strict', key.jwt(strict)), denied);
      const past = Math.floor(Date.now() / 1000) - 3600;
      deepStrictEqual(
        await withJwt('?auth=jwt', key.jwt({ ...claims, iat: past, nbf: past, exp: past + 300 })),
        denied,
      );
      deepStrictEqual(await withJwt('?auth=jwt&role=gone', key.jwt(claims)), denied);
      deepStrictEqual(await withJwt('?auth=jwt&auth_mount=gone', key.jwt(claims)), denied);
    },

    'a job of Actions signs in with a JWT for its audience': async () => {
      deepStrictEqual(await read('?auth=jwt&audience=vault', job()), found);
      deepStrictEqual(await read('?auth=jwt', { ...job(), VAULT_JWT_AUDIENCE: 'vault' }), found);
      deepStrictEqual(await read('?auth=jwt&audience=strict', { ...job(), VAULT_JWT_ROLE: 'strict' }), found);
      deepStrictEqual(await read('?auth=jwt', job()), ['failed denied']);
      deepStrictEqual(asked, [
        '/idtoken/1?api-version=2.0&audience=vault',
        '/idtoken/1?api-version=2.0&audience=vault',
        '/idtoken/1?api-version=2.0&audience=strict',
        '/idtoken/1?api-version=2.0',
      ]);
    },

    'so it does through the tool; what Actions refuses is no missing secret': async () => {
      const secrets = 'SIGNED = { description = "A key", default = "weak" }';
      const manifest = manifestOf(spec('?auth=jwt&audience=vault'), secrets);
      const get = (token) => tool(manifest, ['get', 'SIGNED'], { environment: { VAULT_TOKEN: '', ...job(token) } });
      const got = await get();
      deepStrictEqual([got.status, got.stdout.trimEnd(), got.stderr], [0, 'signed in', '']);
      const refused = await get('canary-other');
      deepStrictEqual([refused.status, refused.stdout], [1, '']);
      match(refused.stderr, /Actions answered with status 401: not of this job[\s\S]*`id-token: write`/);
      ok(!refused.stderr.includes('canary') && !refused.stderr.includes('idtoken'));
      const name = scheme === 'vault' ? 'VAULT_JWT' : 'BAO_JWT';
      const none = await tool(manifest, ['get', 'SIGNED']);
      match(none.stderr, new RegExp(`needs a JWT[\\s\\S]*set \`${name}\``));
    },
  };
}

/** The server asks Kubernetes about the token: a double of its TokenReview; and the API server itself, where it is there. */
async function byAccount({ ask, atEnd, folder, fresh, kubernetes, open, policy, spec }) {
  const policies = [await policy(ALL)];
  const reviewed = [];
  const key = jwtKey();
  const claimsOf = (name, namespace = 'default') => ({
    iss: 'https://kubernetes.test',
    sub: `system:serviceaccount:${namespace}:${name}`,
    aud: ['https://kubernetes.test'],
    'kubernetes.io': { namespace, serviceaccount: { name, uid: `uid-of-${name}` } },
  });
  const cluster = await listening(
    createServer(async (request, response) => {
      const review = JSON.parse(Buffer.concat(await request.toArray()).toString());
      reviewed.push([request.url, request.headers.authorization]);
      const isKnown = !known.revoked.has(review.spec.token);
      const username = JSON.parse(Buffer.from(review.spec.token.split('.')[1], 'base64url')).sub;
      const uid = `uid-of-${username.split(':')[3]}`;
      const status = isKnown
        ? { authenticated: true, user: { username, uid }, audiences: review.spec.audiences }
        : { authenticated: false, error: 'token has been invalidated' };
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1', status }));
    }),
  );
  atEnd(cluster.stop);
  const known = { revoked: new Set() };
  const mount = async (path, config) => {
    await ask('POST', `/v1/sys/auth/${path}`, { type: 'kubernetes' });
    const set = await ask('POST', `/v1/auth/${path}/config`, { disable_local_ca_jwt: true, ...config });
    deepStrictEqual([set.status, set.body], [204, null]);
    const bound = { bound_service_account_names: ['shop'], bound_service_account_namespaces: ['default'] };
    await ask('POST', `/v1/auth/${path}/role/shop`, { ...bound, token_policies: policies, token_ttl: '5m' });
  };
  const reviewer = key.jwt(claimsOf('reviewer'));
  // It must have an authority, though there is none in plain HTTP.
  const plain = { kubernetes_host: cluster.address, kubernetes_ca_cert: 'none' };
  await mount('kubernetes', { ...plain, token_reviewer_jwt: reviewer });
  const read = async (jwt, rest = '') => {
    const path = join(folder, fresh('account'));
    writeFileSync(path, `${jwt}\n`);
    const store = await open(spec(`?auth=kubernetes&role=shop${rest}`), {}, { VAULT_JWT_FILE: path });
    return readAll(store, SIGNED);
  };
  const cases = {
    'a service account signs in; another, and a revoked one, do not': async () => {
      deepStrictEqual(await read(key.jwt(claimsOf('shop'))), ['found signed in']);
      deepStrictEqual(reviewed, [['/apis/authentication.k8s.io/v1/tokenreviews', `Bearer ${reviewer}`]]);
      deepStrictEqual(await read(key.jwt(claimsOf('other'))), ['failed denied']);
      deepStrictEqual(await read(key.jwt(claimsOf('shop', 'other'))), ['failed denied']);
      const revoked = key.jwt({ ...claimsOf('shop'), jti: 'revoked' });
      known.revoked.add(revoked);
      deepStrictEqual(await read(revoked), ['failed denied']);
      deepStrictEqual(await read(key.jwt(claimsOf('shop')), '&auth_mount=gone'), ['failed denied']);
    },
  };
  if (kubernetes === null) return cases;
  const accounts = '/api/v1/namespaces/default/serviceaccounts';
  const tokenOf = async (name) => {
    await kubernetes.ask('POST', accounts, { metadata: { name } });
    return (await kubernetes.ask('POST', `${accounts}/${name}/token`, { spec: {} })).body.status.token;
  };
  await kubernetes.ask('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'reviewer' },
    subjects: [{ kind: 'ServiceAccount', name: 'reviewer', namespace: 'default' }],
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:auth-delegator' },
  });
  await mount('clusters/real', {
    kubernetes_host: kubernetes.origin,
    kubernetes_ca_cert: readFileSync(kubernetes.authority, 'utf8'),
    token_reviewer_jwt: await tokenOf('reviewer'),
  });
  return {
    ...cases,
    'a service account of a real cluster signs in until it is deleted': async () => {
      const token = await tokenOf('shop');
      deepStrictEqual(await read(token, '&auth_mount=clusters/real'), ['found signed in']);
      deepStrictEqual(await read(await tokenOf('other'), '&auth_mount=clusters/real'), ['failed denied']);
      await kubernetes.ask('DELETE', `${accounts}/shop`);
      // The API server may remember a token for some seconds.
      const isDenied = async () => (await read(token, '&auth_mount=clusters/real'))[0] === 'failed denied';
      let tries = 0;
      while (!(await isDenied())) {
        ok(++tries < 300, 'the token of a deleted account still signs in');
        await pause(200);
      }
    },
  };
}

/** An agent of Vault beside the tool adds the token to what passes. */
function byAgent({ open, scheme, vault }) {
  return {
    'an agent that adds the token needs no credential': async () => {
      const onward = { headers: { 'X-Vault-Token': vault.token } };
      const agent = await slowWay(vault.address, 0, { onward });
      const through = (auth) => open(`${scheme}://${agent.host}?tls=false&auth=${auth}`, {});
      deepStrictEqual(await readAll(await through('none'), SIGNED), ['found signed in']);
      const [{ headers }] = agent.seen.requests;
      deepStrictEqual([headers['x-vault-token'], headers['x-vault-request']], [undefined, 'true']);
      agent.stop();
    },
  };
}

function leases({ appRole, ask, delayed, open, scheme }) {
  const approle = (way) => `${scheme}://${way.host}?tls=false&auth=approle`;
  const urls = ({ seen }) => seen.requests.map(({ url }) => url).filter((url) => url.startsWith('/v1/auth/'));
  const revoke = (token) => ask('POST', '/v1/auth/token/revoke', { token });
  const now = Date.now;
  const start = now();
  /** What `work` does while the clock of this machine, not that of the server, stands at so many seconds from the start. */
  const at = async (seconds, work) => {
    Date.now = () => start + 1000 * seconds;
    try {
      return await work();
    } finally {
      Date.now = now;
    }
  };
  return {
    'a token whose lease ends in the middle of a batch is replaced': async () => {
      let reads = 0;
      const before = async ({ url, headers }) => {
        if (!url.includes('/data/') || ++reads !== 40) return;
        Date.now = () => start + 101_000;
        await revoke(headers['x-vault-token']);
      };
      const way = await delayed(0, { before });
      const store = await open(approle(way), await appRole(0, 0, { token_ttl: '100s' }));
      const many = Array.from({ length: 160 }, (_, index) => byName(`LEASE_${index}`));
      const answers = await at(0, () => readAll(store, SIGNED, ...many));
      deepStrictEqual(answers, ['found signed in', ...many.map(() => 'absent')]);
      deepStrictEqual(urls(way), ['/v1/auth/approle/login', '/v1/auth/approle/login']);
      await store.close();
      way.stop();
    },

    'one that can be renewed is, where the SecretID is used up': async () => {
      const way = await delayed(0);
      const store = await open(approle(way), await appRole(1, 0, { token_ttl: '100s' }));
      deepStrictEqual(await at(0, () => readAll(store, SIGNED)), ['found signed in']);
      deepStrictEqual(await at(97, () => readAll(store, SIGNED)), ['found signed in']);
      deepStrictEqual(await at(97, () => readAll(store, SIGNED)), ['found signed in']);
      deepStrictEqual(urls(way), ['/v1/auth/approle/login', '/v1/auth/token/renew-self']);
      deepStrictEqual(await at(300, () => readAll(store, SIGNED)), ['failed denied']);
      await store.close();
      way.stop();
    },

    'one that cannot be renewed is replaced by a login': async () => {
      const way = await delayed(0);
      const store = await open(approle(way), await appRole(0, 0, { token_ttl: '100s', token_type: 'batch' }));
      deepStrictEqual(await at(0, () => readAll(store, SIGNED)), ['found signed in']);
      deepStrictEqual(await at(97, () => readAll(store, SIGNED)), ['found signed in']);
      deepStrictEqual(urls(way), ['/v1/auth/approle/login', '/v1/auth/approle/login']);
      await store.close();
      way.stop();
    },

    'a token that was given and has ended is not renewed; the advice is to sign in': async () => {
      const { client_token: token } = (await ask('POST', '/v1/auth/token/create', { ttl: '5m' })).body.auth;
      const way = await delayed(0);
      const store = await open(`${scheme}://${way.host}?tls=false`, { token });
      deepStrictEqual(await readAll(store, SIGNED), ['found signed in']);
      // To the server, the end of its lease is the same.
      await revoke(token);
      const [{ failure }] = await store.read([SIGNED], CALL);
      deepStrictEqual([failure.kind, urls(way)], ['denied', []]);
      match(failure.help, /set (a|the) new (one|token)/);
      strictEqual(JSON.stringify(failure).includes(token), false);
      await store.close();
      way.stop();
    },
  };
}

/** The JWT with the first character of its signature exchanged. */
function otherSignature(jwt) {
  return jwt.replace(/\.(.)(?=[^.]*$)/u, (_, first) => `.${first === 'A' ? 'B' : 'A'}`);
}

/** Credentials that the server wraps: unwrapped once, and refused if another was faster or has put something else in their place. */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert';
import { byName, CALL, readAll } from '../shared/store.mjs';
import { manifestOf } from '../shared/tool.mjs';

const WRAP = { 'X-Vault-Wrap-TTL': '60s' };

export async function wrapping({ appRole, ask, delayed, open, scheme, spec, tool }) {
  await ask('POST', '/v1/secret/data/tool/shop/default/WRAPPED', { data: { value: 'unwrapped' } });
  const WRAPPED = byName('WRAPPED');
  const found = ['found unwrapped'];
  const wrapped = async (path, json = {}) => (await ask('POST', path, json, WRAP)).body.wrap_info.token;
  const wrappedToken = () => wrapped('/v1/auth/token/create', { policies: ['root'], ttl: '5m' });
  const unwrap = (token) => ask('POST', '/v1/sys/wrapping/unwrap', undefined, { 'X-Vault-Token': token });
  const failure = async (store) => (await store.read([WRAPPED], CALL))[0].failure;
  const withRole = async (of) => {
    const role = await appRole(1);
    return { role_id: role.role_id, secret_id: await of(role) };
  };
  const ofRole = ({ name }) => wrapped(`/v1/auth/approle/role/${name}/secret-id`);
  return {
    'a wrapped token is unwrapped once for all stores of a command': async () => {
      const way = await delayed(0);
      const credentials = { token: await wrappedToken() };
      const here = `${scheme}://${way.host}`;
      const stores = [
        await open(`${here}?tls=false&wrapped=true`, credentials),
        await open(`${here}/team/kv?tls=false&wrapped=true`, credentials),
      ];
      const answers = await Promise.all(stores.map((store) => readAll(store, WRAPPED, byName('GONE'))));
      deepStrictEqual(answers, [
        [...found, 'absent'],
        ['absent', 'absent'],
      ]);
      const unwrapped = way.seen.requests.filter(({ url }) => url === '/v1/sys/wrapping/unwrap');
      strictEqual(unwrapped.length, 1);
      for (const store of stores) await store.close();
      way.stop();
    },

    'so is a wrapped SecretID, which is then used for the login': async () => {
      const store = await open(spec('?auth=approle&wrapped=true'), await withRole(ofRole));
      deepStrictEqual(await readAll(store, WRAPPED), found);
      const custom = ({ name }) => wrapped(`/v1/auth/approle/role/${name}/custom-secret-id`, { secret_id: 'chosen' });
      deepStrictEqual(
        await readAll(await open(spec('?auth=approle&wrapped=true'), await withRole(custom)), WRAPPED),
        found,
      );
    },

    'a wrapping token that another has unwrapped is denied, and it is said what that means': async () => {
      const token = await wrappedToken();
      strictEqual((await unwrap(token)).status, 200);
      const { kind, detail, help } = await failure(await open(spec('?wrapped=true'), { token }));
      strictEqual(kind, 'denied');
      match(detail, /has been unwrapped before/);
      match(help, /revoke what was wrapped/);
    },

    'one that was unwrapped and wrapped again is denied, and stays wrapped': async () => {
      const credentials = await withRole(async (role) => {
        const { secret_id } = (await unwrap(await ofRole(role))).body.data;
        return wrapped('/v1/sys/wrapping/wrap', { secret_id });
      });
      const { kind, detail } = await failure(await open(spec('?auth=approle&wrapped=true'), credentials));
      deepStrictEqual([kind, detail.includes('`sys/wrapping/wrap`')], ['denied', true]);
      strictEqual((await unwrap(credentials.secret_id)).status, 200);
    },

    'a wrapping token where none belongs, and an ordinary one where one does': async () => {
      strictEqual((await failure(await open(spec(), { token: await wrappedToken() }))).kind, 'denied');
      const credentials = await withRole(wrappedToken);
      match((await failure(await open(spec('?auth=approle&wrapped=true'), credentials))).detail, /gives no SecretID/);
      const plain = (await ask('POST', '/v1/auth/token/create', { ttl: '5m' })).body.auth.client_token;
      strictEqual((await failure(await open(spec('?wrapped=true'), { token: plain }))).kind, 'denied');
    },

    'through the tool: several secrets, then an error and no default': async () => {
      const secrets =
        'WRAPPED = { description = "A key", default = "weak" }\nOTHER = { description = "A key", default = "o" }';
      const manifest = manifestOf(spec('?wrapped=true'), secrets);
      const environment = { VAULT_TOKEN: await wrappedToken() };
      const first = await tool(manifest, ['export', '--format', 'json'], { environment });
      deepStrictEqual([first.status, first.stderr], [0, '']);
      deepStrictEqual(JSON.parse(first.stdout), { OTHER: 'o', WRAPPED: 'unwrapped' });
      const second = await tool(manifest, ['export', '--format', 'json'], { environment });
      deepStrictEqual([second.status, second.stdout], [1, '']);
      match(second.stderr, /error\[E1102\][\s\S]*unwrapped before[\s\S]*revoke/);
      doesNotMatch(second.stderr, new RegExp(environment.VAULT_TOKEN));
      const set = { environment: { VAULT_TOKEN: await wrappedToken() }, input: 'set with it' };
      strictEqual((await tool(manifest, ['set', 'OTHER'], set)).status, 0);
    },
  };
}

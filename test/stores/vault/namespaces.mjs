/** Namespaces, which OpenBao has: of the address and of the environment, nested, with sign-ins of their own. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { byName, CALL, readAll, write } from '../shared/store.mjs';
import { manifestOf } from '../shared/tool.mjs';
import { ALL } from './world.mjs';

const KEY = byName('PLACED');

export async function namespaces({ ask, host, open, spec, tool, vault }) {
  const within = (namespace) => (method, path, json, headers) =>
    ask(method, path, json, { 'X-Vault-Namespace': namespace, ...headers });
  // Not below a path that has mounts.
  strictEqual((await ask('POST', '/v1/sys/namespaces/unit', {})).status, 200);
  await within('unit')('POST', '/v1/sys/namespaces/sub', {});
  for (const namespace of ['', 'unit', 'unit/sub']) {
    const here = within(namespace);
    if (namespace !== '') await here('POST', '/v1/sys/mounts/secret', { type: 'kv', options: { version: '2' } });
    const put = () =>
      here('POST', '/v1/secret/data/tool/shop/default/PLACED', { data: { value: `of <${namespace}>` } });
    while ((await put()).status === 400) await new Promise((resume) => setTimeout(resume, 20));
  }
  const credentials = { token: vault.token };
  const read = async (user, variables) => readAll(await open(spec('', user), credentials, variables), KEY);
  return {
    'entries of each namespace are its own, however it is named': async () => {
      deepStrictEqual(await read(''), ['found of <>']);
      deepStrictEqual(await read('unit@'), ['found of <unit>']);
      deepStrictEqual(await read('unit%2Fsub@'), ['found of <unit/sub>']);
      deepStrictEqual(await read('%2Funit%2Fsub%2F@'), ['found of <unit/sub>']);
      deepStrictEqual(await read('', { BAO_NAMESPACE: 'unit' }), ['found of <unit>']);
      deepStrictEqual(await read('', { BAO_NAMESPACE: '', VAULT_NAMESPACE: 'unit/sub' }), ['found of <unit/sub>']);
      deepStrictEqual(await read('unit@', { BAO_NAMESPACE: 'unit/sub' }), ['found of <unit>']);
    },

    'what is written, listed and removed in one is not seen in another': async () => {
      const [outer, inner] = [await open(spec()), await open(spec('', 'unit%2Fsub@'))];
      deepStrictEqual(await write(inner, 'INNER', 'x'), { kind: 'written' });
      deepStrictEqual(await readAll(outer, byName('INNER')), ['absent']);
      const names = async (store) => (await store.list(CALL)).entries.map(({ name }) => name);
      deepStrictEqual(await names(inner), ['INNER', 'PLACED']);
      strictEqual((await names(outer)).includes('INNER'), false);
      deepStrictEqual(await inner.remove([byName('INNER')], CALL), [{ kind: 'removed' }]);
      deepStrictEqual(await names(inner), ['PLACED']);
    },

    'a namespace that does not exist is an error in every operation, and no default answers': async () => {
      const store = await open(spec('', 'gone@'));
      const isMissing = ({ failure }) => match(failure.detail, /namespace does not exist/);
      isMissing((await store.read([KEY], CALL))[0]);
      isMissing(await store.list(CALL));
      isMissing((await store.remove([KEY], CALL))[0]);
      isMissing(await write(store, 'PLACED', 'x'));
      isMissing(await write(store, 'PLACED', 'x', { onlyIfAbsent: true }));
      const role = await open(spec('?auth=approle', 'gone@'), { role_id: 'x', secret_id: 'x' });
      isMissing((await role.read([KEY], CALL))[0]);
      const secrets = 'PLACED = { description = "A key", default = "weak" }';
      const got = await tool(manifestOf(`openbao://gone@${host}?tls=false`, secrets), ['get', 'PLACED']);
      deepStrictEqual([got.status, got.stdout], [1, '']);
      match(got.stderr, /the namespace does not exist/);
    },

    'a mount that only another namespace has is an error': async () => {
      const [answer] = await (await open(spec('/old?kv=1', 'unit@'))).read([KEY], CALL);
      match(answer.failure.detail, /no KV engine/);
    },

    'an AppRole of a namespace signs in there, wrapped too, and reaches no other': async () => {
      const unit = within('unit');
      await unit('POST', '/v1/sys/auth/approle', { type: 'approle' });
      await unit('PUT', '/v1/sys/policies/acl/shop', { policy: ALL });
      await unit('POST', '/v1/auth/approle/role/shop', { token_policies: ['shop'] });
      const { role_id } = (await unit('GET', '/v1/auth/approle/role/shop/role-id')).body.data;
      const path = '/v1/auth/approle/role/shop/secret-id';
      const { secret_id } = (await unit('POST', path)).body.data;
      const held = { role_id, secret_id };
      deepStrictEqual(await readAll(await open(spec('?auth=approle', 'unit@'), held), KEY), ['found of <unit>']);
      deepStrictEqual(await readAll(await open(spec('?auth=approle'), held), KEY), ['failed denied']);
      const { token } = (await unit('POST', path, {}, { 'X-Vault-Wrap-TTL': '60s' })).body.wrap_info;
      const store = await open(spec('?auth=approle&wrapped=true', 'unit@'), { role_id, secret_id: token });
      deepStrictEqual(await readAll(store, KEY), ['found of <unit>']);
    },
  };
}

/** What the cases share: the server set up, a way to ask it, stores as a program opens them, and the tool in folders of its own. */
import { mkdirSync } from 'node:fs';
import { request as send } from 'node:http';
import { slowWay } from '../shared/loopback.mjs';
import { openStore } from '../shared/store.mjs';
import { toolIn } from '../shared/tool.mjs';

/** `kubernetes`: the API server of a cluster, or null. */
export async function makeWorld(vault, folder, command, kubernetes) {
  const { host } = new URL(vault.address);
  const { scheme } = vault;
  /** `headers`: besides that of the token, which is root's if they have none. */
  const ask = (method, path, json, headers = {}) =>
    asked(vault.address, method, path, json, { 'X-Vault-Token': vault.token, ...headers });
  mkdirSync(folder);
  await mounted(ask);
  let made = 0;
  const stops = [];
  const world = {
    vault,
    scheme,
    kubernetes,
    folder,
    host,
    ask,
    fresh: (name) => `${name}-${made++}`,
    /** Called in the end. */
    atEnd: (stop) => void stops.push(stop),
    stop: async () => {
      for (const stop of stops) await stop();
    },
    /** An address on this server: what comes after the host, and before it. */
    spec: (rest = '', user = '') => `${scheme}://${user}${host}${rest}${rest.includes('?') ? '&' : '?'}tls=false`,
    /** A store of the project `shop`; `token` or AppRole as credentials. */
    open: (spec, credentials = { token: vault.token }, variables = {}) =>
      openStore(spec, { credentials, folder, variables }),
    tool: toolIn(folder, command, { VAULT_TOKEN: vault.token }),
    /** A token with these capabilities by path. */
    tokenFor: async (rights) => {
      const rules = Object.entries(rights).map(
        ([path, can]) => `path "${path}" { capabilities = ${JSON.stringify(can)} }`,
      );
      return world.tokenWith(rules.join('\n'));
    },
    /** A token with this policy alone. */
    tokenWith: async (policy) => {
      const policies = [await world.policy(policy)];
      const { auth } = (await ask('POST', '/v1/auth/token/create', { policies, no_default_policy: true })).body;
      return auth.client_token;
    },
    /** The name of a policy with this text. */
    policy: async (policy) => {
      const name = `policy-${made++}`;
      await ask('PUT', `/v1/sys/policies/acl/${name}`, { policy });
      return name;
    },
    /** An AppRole that may do everything below `secret`; `uses`: of the SecretID, and of the token it gives; `more` of the role. */
    appRole: async (uses = 0, tokenUses = 0, more = {}) => {
      const name = `role-${made++}`;
      const policy = await world.policy(ALL);
      const role = { token_policies: [policy], secret_id_num_uses: uses, token_num_uses: tokenUses, ...more };
      await ask('POST', `/v1/auth/approle/role/${name}`, role);
      const { role_id } = (await ask('GET', `/v1/auth/approle/role/${name}/role-id`)).body.data;
      const { secret_id } = (await ask('POST', `/v1/auth/approle/role/${name}/secret-id`)).body.data;
      return { name, role_id, secret_id };
    },
    delayed: (ms, more) => slowWay(vault.address, ms, more),
  };
  return world;
}

/** A policy: everything below `secret`. */
export const ALL = 'path "secret/*" { capabilities = ["create", "read", "update", "delete", "list"] }';

/** KV 2 at `secret` and at `team/kv`, KV 1 at `old`, KV 2 that demands check-and-set at `strict`, AppRole. */
async function mounted(ask) {
  const versions = { secret: '2', 'team/kv': '2', old: '1', strict: '2' };
  for (const [mount, version] of Object.entries(versions)) {
    await ask('POST', `/v1/sys/mounts/${mount}`, { type: 'kv', options: { version } });
    // A new mount of version 2 answers 400 until it has upgraded itself.
    while ((await ask('GET', `/v1/${mount}/${version === '2' ? 'data/' : ''}none`)).status === 400) await pause(20);
  }
  await ask('POST', '/v1/strict/config', { cas_required: true });
  await ask('POST', '/v1/sys/auth/approle', { type: 'approle' });
}

function asked(origin, method, path, json, headers) {
  return new Promise((resolve, reject) => {
    const sent = send(`${origin}${path}`, { method, agent: false, headers }, async (response) => {
      const chunks = await response.toArray();
      const text = Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode, body: text === '' ? null : JSON.parse(text) });
    });
    sent.on('error', reject);
    sent.end(json === undefined ? undefined : JSON.stringify(json));
  });
}

export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

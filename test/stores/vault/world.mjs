/** What the cases share: the server set up, a way to ask it, stores as a program opens them, and the tool in folders of its own. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { join } from 'node:path';
import { nodeFiles } from '../../../dist/runtime/files/node-files.js';
import { openHttp } from '../../../dist/runtime/http/node-http.js';
import { loadProvider } from '../../../dist/runtime/providers/index.js';
import { SecretValue } from '../../../dist/runtime/values/secret-value.js';
import { parseStoreUri } from '../../../dist/schemas/stores/store-uri.js';

export async function makeWorld(vault, folder, command) {
  const { host } = new URL(vault.address);
  const ask = (method, path, json, token = vault.token) => asked(vault.address, method, path, json, token);
  const world = { vault, folder, host, ask, stopped: [] };
  await mounted(ask);
  let places = 0;
  return {
    ...world,
    /** A store of the project `shop`; `token` or AppRole as credentials. */
    open: (spec, credentials = { token: vault.token }) => openStore(spec, credentials, folder),
    /** The tool with this manifest, in a folder of its own: gives what it printed. */
    tool: (manifest, args, options = {}) => {
      const at = join(folder, `place-${places++}`);
      mkdirSync(join(at, 'home'), { recursive: true });
      writeFileSync(join(at, 'manifest.toml'), manifest);
      return run(command, args, at, { VAULT_TOKEN: vault.token, ...options.environment }, options.input);
    },
    /** A token with these capabilities by path. */
    tokenFor: async (rights) => {
      const name = `policy-${places++}`;
      const rules = Object.entries(rights).map(
        ([path, can]) => `path "${path}" { capabilities = ${JSON.stringify(can)} }`,
      );
      await ask('PUT', `/v1/sys/policies/acl/${name}`, { policy: rules.join('\n') });
      const { auth } = (await ask('POST', '/v1/auth/token/create', { policies: [name], no_default_policy: true })).body;
      return auth.client_token;
    },
    /** An AppRole that may do everything below `secret`; `uses`: of the SecretID, and of the token it gives. */
    appRole: async (uses = 0, tokenUses = 0) => {
      const name = `role-${places++}`;
      await ask('PUT', `/v1/sys/policies/acl/${name}`, {
        policy: 'path "secret/*" { capabilities = ["create", "read", "update", "delete", "list"] }',
      });
      const role = { token_policies: [name], secret_id_num_uses: uses, token_num_uses: tokenUses };
      await ask('POST', `/v1/auth/approle/role/${name}`, role);
      const { role_id } = (await ask('GET', `/v1/auth/approle/role/${name}/role-id`)).body.data;
      const { secret_id } = (await ask('POST', `/v1/auth/approle/role/${name}/secret-id`)).body.data;
      return { role_id, secret_id };
    },
    delayed: (ms, before) => delayed(vault.address, ms, before),
  };
}

export const CALL = { signal: new AbortController().signal };
export const secret = (text) => SecretValue.fromText(text);
export const byName = (key) => ({ kind: 'convention', project: 'shop', profile: 'default', key });
export const field = (item, name) => ({ kind: 'native', item, field: name });
export const inShort = (answer) => {
  if (answer.kind === 'failed') return `failed ${answer.failure.kind}`;
  return answer.kind === 'found' ? `found ${answer.value.revealText()}` : answer.kind;
};
export const readAll = async (store, ...addresses) => (await store.read(addresses, CALL)).map(inShort);

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

async function openStore(spec, credentials, folder) {
  const uri = parseStoreUri(spec);
  const store = (await loadProvider(uri.scheme)).open(uri, {
    context: { project: 'shop', profile: 'default', reason: null },
    credential: async (name) => (credentials[name] === undefined ? null : SecretValue.fromText(credentials[name])),
    baseFolder: folder,
    home: null,
    user: 'tester',
    environment: new Map(),
    files: nodeFiles(),
    http: async (server) => openHttp(server, new Map()),
  });
  if (store.kind === 'refused') throw new Error(store.failure.detail);
  return store;
}

function asked(origin, method, path, json, token) {
  return new Promise((resolve, reject) => {
    const sent = send(
      `${origin}${path}`,
      { method, agent: false, headers: { 'X-Vault-Token': token } },
      async (response) => {
        const chunks = await response.toArray();
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode, body: text === '' ? null : JSON.parse(text) });
      },
    );
    sent.on('error', reject);
    sent.end(json === undefined ? undefined : JSON.stringify(json));
  });
}

/** A way to the server on which every answer takes so long. Counts what passes; `before` may do something first. */
async function delayed(address, ms, before = async () => {}) {
  const seen = { asked: [], most: 0 };
  let underWay = 0;
  const proxy = createServer(async (request, response) => {
    seen.asked.push(`${request.method} ${request.url}`);
    seen.most = Math.max(seen.most, ++underWay);
    const body = Buffer.concat(await request.toArray());
    await before(request);
    const onwards = send(`${address}${request.url}`, { method: request.method, headers: request.headers }, (answer) => {
      setTimeout(() => {
        underWay--;
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      }, ms);
    });
    onwards.end(body);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    proxy.closeAllConnections();
    proxy.close();
  };
  return { ...seen, seen, host: `127.0.0.1:${proxy.address().port}`, stop };
}

function run([program, ...words], args, at, environment, input = '') {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...words, ...args], {
      cwd: at,
      env: { PATH: process.env.PATH, HOME: join(at, 'home'), ...environment },
      timeout: 60_000,
    });
    const [stdout, stderr] = [[], []];
    child.stdout.on('data', (chunk) => stdout.push(chunk));
    child.stderr.on('data', (chunk) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (status) => {
      resolve({ status, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
    child.stdin.end(input);
  });
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

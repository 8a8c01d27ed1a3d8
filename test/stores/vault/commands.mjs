/** The store through the tool's commands: values set and read, failures that no default hides, a hundred entries. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert';
import { manifestOf } from '../shared/tool.mjs';

const ENTRIES = 100;
const AT_ONCE = 16;
const DELAY_MS = 200;

export function commands({ host, scheme, ask, tool, tokenFor, appRole, delayed, vault }) {
  const here = `${scheme}://${host}?tls=false`;
  const one = 'KEY = { description = "A key" }';
  const quiet = ({ stdout, stderr }) => doesNotMatch(stdout + stderr, new RegExp(vault.token));

  return {
    'what is set is read again': async () => {
      const set = await tool(manifestOf(here, one), ['set', 'KEY'], { input: 'correct horse' });
      deepStrictEqual([set.status, set.stdout], [0, '']);
      match(set.stderr, /target: item=tool\/shop\/default\/KEY field=value\n/);
      const got = await tool(manifestOf(here, one), ['get', 'KEY']);
      deepStrictEqual([got.status, got.stdout.trimEnd(), got.stderr], [0, 'correct horse', '']);
      quiet(set);
    },

    'a default does not hide a denied read': async () => {
      const token = await tokenFor({ 'secret/data/other/*': ['read'] });
      const secrets = 'KEY = { description = "A key", default = "weak" }';
      const got = await tool(manifestOf(here, secrets), ['get', 'KEY'], { environment: { VAULT_TOKEN: token } });
      deepStrictEqual([got.status, got.stdout], [1, '']);
      match(got.stderr, /error\[E1102\][\s\S]*allows `read` on `secret\/data\/tool\/shop\/default\/KEY`/);
      quiet(got);
    },

    'nor a server that is not there, or sealed': async () => {
      const secrets = 'KEY = { description = "A key", default = "weak" }';
      const gone = await tool(manifestOf(`${scheme}://127.0.0.1:1?tls=false`, secrets), ['get', 'KEY']);
      deepStrictEqual([gone.status, gone.stdout], [1, '']);
      match(gone.stderr, /error\[E1104\][\s\S]*127\.0\.0\.1:1 refused the connection/);
      await ask('PUT', '/v1/sys/seal');
      const sealed = await tool(manifestOf(here, secrets), ['get', 'KEY']);
      await ask('PUT', '/v1/sys/unseal', { key: vault.key });
      while ((await ask('GET', '/v1/secret/data/none')).status !== 404)
        await new Promise((resume) => setTimeout(resume, 20));
      deepStrictEqual([sealed.status, sealed.stdout], [1, '']);
      match(sealed.stderr, /error\[E1103\][\s\S]*unseal it/);
    },

    'a missing secret says where it was looked for': async () => {
      const got = await tool(manifestOf(here, 'GONE = { description = "A key" }'), ['get', 'GONE']);
      strictEqual(got.status, 1);
      match(got.stderr, new RegExp(`${scheme}: no entry tool/shop/default/GONE`));
    },

    [`${ENTRIES} entries at ${DELAY_MS} ms take ${Math.ceil(ENTRIES / AT_ONCE)} rounds and the login`]: async () => {
      const names = Array.from({ length: ENTRIES }, (_, index) => `KEY_${index}`);
      for (const name of names) {
        await ask('POST', `/v1/secret/data/tool/shop/default/${name}`, { data: { value: name.toLowerCase() } });
      }
      const rounds = Array(Math.floor(ENTRIES / AT_ONCE)).fill(AT_ONCE);
      const way = await delayed(DELAY_MS, { together: [1, ...rounds, ENTRIES % AT_ONCE] });
      const uri = `{ uri = "${scheme}://${way.host}?tls=false&auth=approle", credentials = { role_id = "env", secret_id = "env" } }`;
      const role = await appRole(1);
      const secrets = names.map((name) => `${name} = { description = "A key" }`).join('\n');
      const environment = { role_id: role.role_id, secret_id: role.secret_id };
      const ran = await tool(manifestOf(uri, secrets), ['export', '--format', 'json'], { environment });
      way.stop();
      deepStrictEqual([ran.status, ran.stderr], [0, '']);
      const values = JSON.parse(ran.stdout);
      deepStrictEqual(
        names.filter((name) => values[name] !== name.toLowerCase()),
        [],
      );
      const { requests, most } = way.seen;
      const asked = requests.map(({ method, url }) => `${method} ${url}`);
      deepStrictEqual([asked.length, asked[0], most], [ENTRIES + 1, 'POST /v1/auth/approle/login', AT_ONCE]);
      ok(asked.slice(1).every((line) => line.startsWith('GET /v1/secret/data/tool/shop/default/KEY_')));
    },
  };
}

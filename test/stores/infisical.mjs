/**
 * The infisical store through the tool's commands, before a double of Infisical's API on loopback: `node test/stores/infisical.mjs
 * COMMAND...`. Ends with `N passed, N failed`.
 */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeInfisical } from '../../dist/test/helpers/doubles/infisical.js';
import { FaultyServer } from '../../dist/test/stores/http/faulty-server.js';
import { runCasesInTurn } from './run-cases.mjs';
import { everyday, one, printed, removable } from './shared/everyday.mjs';
import { manifestOf, toolIn } from './shared/tool.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-infisical-'));
const infisical = new FakeInfisical();
const server = await new FaultyServer(infisical).start();
const STORE = `infisical:///${infisical.project}`;
const MACHINE = { INFISICAL_CLIENT_ID: 'machine', INFISICAL_CLIENT_SECRET: 'canary-secret' };
const put = (key, text) => infisical.put('default', `/tool/shop/default/${key}`, text);
put('HELD', 'canary-held');
const started = toolIn(folder, process.argv.slice(2), { INFISICAL_DOMAIN: `${server.origin}/api` });

/** The tool with these secrets, in a folder of its own. */
async function tool(secrets, args, { environment = MACHINE, uri = STORE, ...more } = {}) {
  const manifest = secrets === '' ? null : manifestOf(uri, secrets);
  const ran = await started(manifest, args, { environment, ...more });
  doesNotMatch(ran.stdout + ran.stderr, /canary-(token|secret|access)/);
  return ran;
}

infisical.makeFolder('cache', '/');
const target = 'environment=default item=/tool/shop/default/KEY';
const absent = 'no /tool/shop/default/FROM_FILE in the environment default';
const cases = {
  // The listing, and the sign-in.
  ...everyday({ tool, put, server, store: STORE, target, requests: 2 }),
  ...removable({ tool, absent, cache: `${STORE}?env=cache` }),

  'a command gets its secrets, a pinned version among them': async () => {
    put('PINNED', 'canary-first');
    put('PINNED', 'canary-second');
    const ref = ', ref = { item = "/tool/shop/default/PINNED", version = "1" }';
    const secrets = `${one('HELD')}\n${one('FIRST', ref)}`;
    const ran = await tool(secrets, ['run', '--', 'sh', '-c', 'printf "%s %s" "$HELD" "$FIRST"']);
    deepStrictEqual(printed(ran), [0, 'canary-held canary-first'], ran.stderr);
  },

  'bytes are kept in base64, and what Infisical would change is refused': async () => {
    const refused = await tool(one('BLANK'), ['set', 'BLANK', '  x']);
    strictEqual(refused.status, 1);
    match(refused.stderr, /cut blanks[\s\S]*encoding = "base64"/);
    const encoded = one('BLANK', ', encoding = "base64"');
    strictEqual((await tool(encoded, ['set', 'BLANK', '  x'])).status, 0);
    deepStrictEqual((await tool(encoded, ['get', 'BLANK'])).stdout.replace(/\n$/, ''), '  x');
  },

  'neither a default nor a generator answers for a refused identity or a missing environment': async () => {
    const wrong = { ...MACHINE, INFISICAL_CLIENT_SECRET: 'canary-secrets' };
    for (const more of [', default = "weak"', ', type = "password", generate = true']) {
      const refused = await tool(one('GONE', more), ['run', '--', 'true'], { environment: wrong });
      deepStrictEqual([refused.status, refused.stdout], [1, '']);
      match(refused.stderr, /error\[E1102\][\s\S]*check `client_id` and `client_secret`/);
      const nowhere = await tool(one('GONE', more), ['run', '--', 'true'], { uri: `${STORE}?env=staging` });
      deepStrictEqual([nowhere.status, nowhere.stdout], [1, '']);
      match(nowhere.stderr, /an environment `staging`/);
    }
  },

  'the names of a folder become a manifest': async () => {
    infisical.put('default', '/legacy/OLD_KEY', 'canary-old');
    const made = await tool('', ['init', '--from', `${STORE}?env=default&path=/legacy`, '--project', 'shop']);
    strictEqual(made.status, 0, made.stderr);
    const manifest = readFileSync(join(made.at, 'manifest.toml'), 'utf8');
    match(manifest, /^OLD_KEY = .*item = "OLD_KEY"/m);
    doesNotMatch(manifest, /canary-old/);
  },

  'credentials that a store holds are used before those of the environment': async () => {
    const bound = 'client_id = "dotenv://keys.env", client_secret = "dotenv://keys.env"';
    const files = { 'keys.env': 'client_id=machine\nclient_secret=canary-secret\n' };
    const environment = {
      INFISICAL_CLIENT_ID: 'other',
      INFISICAL_CLIENT_SECRET: 'canary-other',
      INFISICAL_TOKEN: 'canary-other',
    };
    const uri = `{ uri = "${STORE}", credentials = { ${bound} } }`;
    const got = await tool(one('HELD'), ['get', 'HELD'], { uri, files, environment });
    deepStrictEqual(printed(got), [0, 'canary-held'], got.stderr);
    const half = await tool(one('HELD'), ['get', 'HELD'], { environment: { INFISICAL_CLIENT_ID: 'machine' } });
    strictEqual(half.status, 1);
    match(half.stderr, /`client_secret`/);
    const token = await tool(one('HELD'), ['get', 'HELD'], { environment: { INFISICAL_TOKEN: 'canary-token' } });
    deepStrictEqual(printed(token), [0, 'canary-held'], token.stderr);
  },
};

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

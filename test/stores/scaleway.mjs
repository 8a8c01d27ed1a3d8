/**
 * The scaleway store through the tool's commands, before a double of Scaleway's API on loopback, which Scaleway's own library uses too:
 * `node test/stores/scaleway.mjs COMMAND...`. Without that library its case is left out, with one line. Ends with `N passed, N failed`.
 */
import { deepStrictEqual, doesNotMatch, match, ok, rejects, strictEqual } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeScaleway } from '../../dist/test/helpers/doubles/scaleway.js';
import { FaultyServer } from '../../dist/test/stores/http/faulty-server.js';
import { runCasesInTurn } from './run-cases.mjs';
import { everyday, one, printed } from './shared/everyday.mjs';
import { fromNpm } from './shared/installed.mjs';
import { manifestOf, toolIn } from './shared/tool.mjs';

const LIBRARY = { '@scaleway/sdk-secret': '2.6.1', '@scaleway/sdk-client': '2.3.1' };
const KEY = '11111111-1111-4111-8111-111111111111';
const folder = mkdtempSync(join(tmpdir(), 'tool-scaleway-'));
const scaleway = new FakeScaleway();
scaleway.keys.add(KEY);
const server = await new FaultyServer(scaleway).start();
const STORE = `scaleway://fr-par?project_id=${scaleway.project}`;
const put = (key, content) => scaleway.put(`/tool/shop/default/${key}`, content);
put('HELD', 'canary-held');
const started = toolIn(folder, process.argv.slice(2), { TOOL_SCALEWAY_ENDPOINT: server.origin });

/** The tool with these secrets, in a folder of its own. */
async function tool(secrets, args, { key = KEY, uri = STORE, environment = {}, ...more } = {}) {
  const manifest = secrets === '' ? null : manifestOf(uri, secrets);
  const ran = await started(manifest, args, { environment: { SCW_SECRET_KEY: key, ...environment }, ...more });
  ok(!(ran.stdout + ran.stderr).includes(KEY), 'the secret key was printed');
  return ran;
}

/** Scaleway's own library; null if it cannot be installed. */
async function library() {
  const packages = Object.entries(LIBRARY).map(([name, version]) => `${name}@${version}`);
  const folder = fromNpm('scaleway-sdk-2.6.1', ...packages);
  if (folder === null) return null;
  const load = createRequire(join(folder, 'load.cjs'));
  const [{ Secretv1beta1 }, { createClient }] = await Promise.all(
    Object.keys(LIBRARY).map((name) => import(load.resolve(name))),
  );
  const defaults = { defaultProjectId: scaleway.project, defaultRegion: 'fr-par' };
  return new Secretv1beta1.API(
    createClient({ apiURL: server.origin, accessKey: 'SCWAAAAAAAAAAAAAAAAA', secretKey: KEY, ...defaults }),
  );
}

const target = 'region=fr-par item=/tool/shop/default/KEY, as its new version';
const cases = {
  ...everyday({ tool, put, server, store: STORE, target, requests: 100, makers: 4 }),

  'a command gets its secrets, fields and versions among them': async () => {
    scaleway.put('/mail/smtp', '{"password":"canary-smtp","port":587}');
    put('PINNED', 'canary-first');
    put('PINNED', 'canary-second');
    const secrets = [
      one('FIRST', ', ref = { item = "/tool/shop/default/PINNED", version = "1" }'),
      one('PASSWORD', ', ref = { item = "/mail/smtp", field = "password" }'),
      one('PORT', ', ref = { item = "mail/smtp", field = "port" }'),
    ];
    server.asked = 0;
    const ran = await tool(secrets.join('\n'), [
      'run',
      '--',
      'sh',
      '-c',
      'printf "%s %s %s" "$FIRST" "$PASSWORD" "$PORT"',
    ]);
    deepStrictEqual([...printed(ran), server.asked], [0, 'canary-first canary-smtp 587', 2], ran.stderr);
  },

  'bytes are kept': async () => {
    const bytes = Buffer.from([0, 0xff, 0x0a, 0xc3, 0x28]);
    put('BYTES', bytes);
    const ran = await tool(one('BYTES', ', as_path = true'), ['run', '--', 'sh', '-c', 'od -An -tx1 "$BYTES"']);
    deepStrictEqual([ran.status, ran.stdout.trim()], [0, '00 ff 0a c3 28'], ran.stderr);
  },

  'neither a default nor a generator answers for a refused key or a missing project': async () => {
    for (const more of [', default = "weak"', ', type = "password", generate = true']) {
      const refused = await tool(one('GONE', more), ['run', '--', 'true'], { key: 'canary-keys' });
      deepStrictEqual([refused.status, refused.stdout], [1, '']);
      match(refused.stderr, /error\[E1102\][\s\S]*use the secret key of an API key that is valid/);
      const nowhere = await tool(one('GONE', more), ['run', '--', 'true'], {
        uri: 'scaleway://fr-par?project_id=other',
      });
      deepStrictEqual([nowhere.status, nowhere.stdout], [1, '']);
      match(nowhere.stderr, /error\[E11/);
    }
  },

  'a reference is read-only, and nothing is deleted': async () => {
    const set = await tool(one('SMTP', ', ref = { item = "/mail/smtp" }'), ['set', 'SMTP', 'x']);
    strictEqual(set.status, 1);
    match(set.stderr, /error\[E11/);
    const removed = await tool(one('HELD'), ['delete', 'HELD', '--yes']);
    ok(removed.status !== 0);
    strictEqual((await tool(one('HELD'), ['get', 'HELD'])).stdout.trimEnd(), 'canary-held');
  },

  'the names of a project become a manifest': async () => {
    const made = await tool('', ['init', '--from', `${STORE}&path=/mail`, '--project', 'shop']);
    strictEqual(made.status, 0, made.stderr);
    const manifest = readFileSync(join(made.at, 'manifest.toml'), 'utf8');
    match(manifest, /item = "\/mail\/smtp"/);
    doesNotMatch(manifest, /canary-/);
  },

  'a key that a store holds is used before that of the environment': async () => {
    const uri = `{ uri = "${STORE}", credentials = { secret_key = "dotenv://keys.env" } }`;
    const files = { 'keys.env': `secret_key=${KEY}\n` };
    const got = await tool(one('HELD'), ['get', 'HELD'], { uri, files, key: 'canary-other' });
    deepStrictEqual(printed(got), [0, 'canary-held'], got.stderr);
  },

  'region and project can come from the environment': async () => {
    const environment = { SCW_DEFAULT_REGION: 'fr-par', SCW_DEFAULT_PROJECT_ID: scaleway.project };
    const got = await tool(one('HELD'), ['get', 'HELD'], { uri: 'scaleway', environment });
    deepStrictEqual(printed(got), [0, 'canary-held'], got.stderr);
    const without = await tool(one('HELD'), ['get', 'HELD'], { uri: 'scaleway' });
    strictEqual(without.status, 1);
    match(without.stderr, /`SCW_DEFAULT_PROJECT_ID`/);
  },
};

const api = await library();
if (api !== null) {
  cases["Scaleway's own library and the tool see the same secrets"] = async () => {
    const place = { secretPath: '/tool/shop/default', revision: 'latest_enabled' };
    await tool(one('OURS'), ['set', 'OURS'], { input: 'canary-ours' });
    const ours = await api.accessSecretVersionByPath({ ...place, secretName: 'OURS' });
    deepStrictEqual([Buffer.from(ours.data, 'base64').toString(), ours.revision], ['canary-ours', 1]);
    const { id } = await api.createSecret({
      name: 'THEIRS',
      path: '/tool/shop/default',
      protected: false,
      type: 'opaque',
    });
    await api.createSecretVersion({ secretId: id, data: Buffer.from('canary-theirs').toString('base64') });
    strictEqual((await tool(one('THEIRS'), ['get', 'THEIRS'])).stdout.trimEnd(), 'canary-theirs');
    await api.disableSecretVersion({ secretId: id, revision: '1' });
    strictEqual((await tool(one('THEIRS'), ['get', 'THEIRS'])).status, 1);
    await rejects(api.accessSecretVersionByPath({ ...place, secretName: 'THEIRS' }), { name: 'ResourceNotFoundError' });
    await rejects(api.createSecret({ name: 'THEIRS', path: '/tool/shop/default', protected: false, type: 'opaque' }), {
      name: 'AlreadyExistsError',
    });
    const { secrets, totalCount } = await api.listSecrets({ scheduledForDeletion: false, name: 'OURS' });
    deepStrictEqual([secrets.map(({ name, path }) => [name, path]), totalCount], [[['OURS', '/tool/shop/default']], 1]);
  };
}

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

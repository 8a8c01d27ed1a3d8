/**
 * The gcsm store through the tool's commands, before a double of Secret Manager and of Google's sign-in on loopback, which
 * Google's own library uses too: `node test/stores/gcsm.mjs COMMAND...`. Without that library its cases are left out, with one
 * line. Ends with `N passed, N failed`.
 */
import { deepStrictEqual, doesNotMatch, match, ok, rejects, strictEqual } from 'node:assert';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AWS_TYPE,
  federationFile,
  impersonationUrl,
  serviceAccountFile,
  USER_FILE,
} from '../../dist/test/helpers/doubles/google.js';
import { FakeGoogleSecrets } from '../../dist/test/helpers/doubles/google-secrets.js';
import { FaultyServer, send } from '../../dist/test/stores/http/faulty-server.js';
import { googleLibrary } from './gcsm/google-library.mjs';
import { planPolicies } from './gcsm/plan-policies.mjs';
import { runCasesInTurn } from './run-cases.mjs';
import { everyday, one, removable } from './shared/everyday.mjs';
import { manifestOf, toolIn } from './shared/tool.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-gcsm-'));
const secrets = new FakeGoogleSecrets();
const server = await new FaultyServer(secrets).start();
const named = (key) => `tool2--shop--default--${key}`;
secrets.put(named('HELD'), 'canary-held');
const started = toolIn(folder, process.argv.slice(2), { TOOL_GCSM_ENDPOINT: server.origin });

const fileOf = (name, content) => {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return join(folder, name);
};
const ACCOUNT = fileOf('account.json', serviceAccountFile());
const TOKEN = fileOf('token', 'canary-subject-token');
const withFile = (path) => ({ GOOGLE_APPLICATION_CREDENTIALS: path });

/** The tool with these secrets, in a folder of its own. */
async function tool(declared, args, { environment = withFile(ACCOUNT), uri = 'gcsm://my-project', ...more } = {}) {
  const ran = await started(declared === '' ? null : manifestOf(uri, declared), args, { environment, ...more });
  doesNotMatch(ran.stdout + ran.stderr, /ya29|canary-(refresh|subject|client)|PRIVATE KEY/);
  return ran;
}
const got = async (key, more) => {
  const { status, stdout, stderr } = await tool(one(key), ['get', key], more);
  strictEqual(status, 0, stderr);
  return stdout.trimEnd();
};

/** The environment of each way to sign in, and how many requests it takes. */
function waysToSignIn() {
  const { origin } = server;
  const program = fileOf(
    'program',
    `#!/bin/sh\necho '{"version":1,"success":true,"token_type":"urn:ietf:params:oauth:token-type:jwt","id_token":"canary-subject-token","expiration_time":4000000000}'\n`,
  );
  chmodSync(program, 0o700);
  const user = { ...USER_FILE, token_uri: `${origin}/token` };
  const url = impersonationUrl(origin);
  const impersonated = { type: 'impersonated_service_account', service_account_impersonation_url: url };
  const workforce = {
    type: 'external_account_authorized_user',
    client_id: 'workforce',
    token_url: `${origin}/v1/oauthtoken`,
  };
  const aws = {
    environment_id: 'aws1',
    regional_cred_verification_url: 'https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15',
  };
  const awsKeys = {
    AWS_ACCESS_KEY_ID: 'AKID',
    AWS_SECRET_ACCESS_KEY: 'canary-client-secret',
    AWS_REGION: 'eu-central-1',
  };
  const file = (name, content, more = {}) => ({ ...withFile(fileOf(`${name}.json`, content)), ...more });
  return {
    'a key of a service account': [withFile(ACCOUNT), 0],
    'a user of gcloud': [file('user', user), 1],
    'a user of a workforce pool': [
      file('workforce', {
        ...workforce,
        client_secret: 'canary-client-secret',
        refresh_token: USER_FILE.refresh_token,
      }),
      1,
    ],
    'a token in a file': [file('federated', federationFile(origin, { file: TOKEN })), 1],
    'a token of a server': [file('served', federationFile(origin, { url: `${origin}/subject` })), 2],
    'a token of a program': [
      file('printed', federationFile(origin, { executable: { command: program } }), {
        GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES: '1',
      }),
      1,
    ],
    'an identity of AWS': [file('aws', federationFile(origin, aws, { subject_token_type: AWS_TYPE }), awsKeys), 1],
    'a workload that acts as a service account': [
      file('acting', federationFile(origin, { file: TOKEN }, { service_account_impersonation_url: url })),
      2,
    ],
    'a user who acts as a service account': [file('impersonated', { ...impersonated, source_credentials: user }), 2],
    'the metadata server': [{ GCE_METADATA_HOST: new URL(origin).host }, 1],
  };
}

const put = (key, value) => secrets.put(named(key), value);
const store = 'gcsm://my-project';
const target = `project=my-project item=${named('KEY')}, as a new version`;
const cases = {
  ...everyday({ tool, put, server, store, target, requests: 100 }),
  ...removable({ tool, absent: `no secret ${named('FROM_FILE')}`, cache: store }),
  ...planPolicies({ secrets, tool, named }),

  'a version is named by its number and by an alias': async () => {
    for (const value of ['first', 'second', 'third']) secrets.put('versions', value);
    secrets.alias('versions', 'stable', 2);
    const ref = (key, more) => one(key, `, ref = { item = "versions"${more} }`);
    const declared = [ref('NEW', ''), ref('OLD', ', version = "1"'), ref('STABLE', ', version = "stable"')].join('\n');
    const ran = await tool(declared, ['export', '--format', 'json']);
    deepStrictEqual(JSON.parse(ran.stdout), { NEW: 'third', OLD: 'first', STABLE: 'second' });
    const set = await tool(declared, ['set', 'NEW'], { input: 'x' });
    deepStrictEqual([set.status, /error\[E\d+\]/.test(set.stderr)], [1, true]);
    strictEqual(secrets.secrets.get('versions').versions.length, 3);
  },

  'a newest version that is disabled is an error, not a missing secret': async () => {
    secrets.put(named('OFF'), 'canary-off');
    secrets.set(named('OFF'), 1, 'DISABLED');
    const ran = await tool(one('OFF', ', default = "weak"'), ['run', '--', 'true']);
    strictEqual(ran.status, 1);
    match(ran.stderr, /is in DISABLED state[\s\S]*enable this version/);
  },

  'neither a default nor a generator answers for what is denied, and the permission is named': async () => {
    secrets.denies = (permission) => permission === 'secretmanager.versions.access';
    try {
      for (const more of [', default = "weak"', ', type = "password", generate = true']) {
        const ran = await tool(one('GONE', more), ['run', '--', 'true']);
        deepStrictEqual([ran.status, ran.stdout], [1, '']);
        match(
          ran.stderr,
          /error\[E1102\][\s\S]*`secretmanager\.versions\.access` on the secret `tool2--shop--default--GONE`/,
        );
      }
    } finally {
      secrets.denies = () => false;
    }
  },

  'with the right to add versions alone, an existing secret is written': async () => {
    secrets.denies = (permission) => permission !== 'secretmanager.versions.add';
    try {
      const set = await tool(one('HELD'), ['set', 'HELD'], { input: 'canary-newer' });
      strictEqual(set.status, 0, set.stderr);
      const other = await tool(one('ABSENT'), ['set', 'ABSENT'], { input: 'x' });
      strictEqual(other.status, 1);
      match(other.stderr, /`secretmanager\.secrets\.create` on the project `my-project`/);
    } finally {
      secrets.denies = () => false;
    }
    strictEqual(await got('HELD'), 'canary-newer');
  },

  'bytes are imported from a file and to a file': async () => {
    const bytes = Buffer.from([0, 0xff, 0x0a, 0xc3, 0x28]);
    const declared = one('BYTES');
    const into = await tool(declared, ['import', 'file:store'], { files: { 'store/shop/default/BYTES': bytes } });
    strictEqual(into.status, 0, into.stderr);
    const out = await tool(declared, ['import', 'gcsm://my-project'], { uri: 'file:copy' });
    strictEqual(out.status, 0, out.stderr);
    ok(readFileSync(join(out.at, 'copy/shop/default/BYTES')).equals(bytes));
  },

  'a value that is too long is refused before a request': async () => {
    server.asked = 0;
    const set = await tool(one('LONG'), ['set', 'LONG'], { input: 'x'.repeat(65_537) });
    deepStrictEqual([set.status, server.asked], [1, 0]);
    match(set.stderr, /values of up to 65536 bytes/);
  },

  'the names of a profile become a manifest': async () => {
    const made = await tool('', ['init', '--from', 'gcsm://my-project', '--project', 'shop']);
    strictEqual(made.status, 0, made.stderr);
    const manifest = readFileSync(join(made.at, 'manifest.toml'), 'utf8');
    match(manifest, /^HELD = /m);
    doesNotMatch(manifest, /canary|^versions/m);
  },

  'values are moved out': async () => {
    secrets.put(named('MOVED'), 'canary-moved');
    const moved = await tool(one('MOVED'), ['import', 'gcsm://my-project', '--delete-source'], {
      uri: 'dotenv://copy.env',
    });
    strictEqual(moved.status, 0, moved.stderr);
    match(readFileSync(join(moved.at, 'copy.env'), 'utf8'), /MOVED=["']?canary-moved/);
    strictEqual(secrets.secrets.has(named('MOVED')), false);
  },

  'without credentials nothing is requested': async () => {
    server.asked = 0;
    const ran = await tool(one('HELD', ', default = "weak"'), ['run', '--', 'true'], {
      environment: { METADATA_SERVER_DETECTION: 'none' },
    });
    deepStrictEqual([ran.status, server.asked], [1, 0]);
    match(ran.stderr, /error\[E1112\][\s\S]*gcloud auth application-default login/);
  },

  'credentials of gcloud are found in the home folder': async () => {
    const files = { 'home/.config/gcloud/application_default_credentials.json': readFileSync(ACCOUNT) };
    strictEqual(await got('HELD', { environment: {}, files }), 'canary-newer');
  },
};

const SUBJECT = { status: 200, body: 'canary-subject-token' };
// So late that requests are under way at the same time.
server.fault = ({ request, response, honest }) => {
  setTimeout(() => send(response, request.url === '/subject' ? SUBJECT : honest()), 10);
};
secrets.google.confirms = ({ url, headers }) =>
  url.startsWith('https://sts.eu-central-1.amazonaws.com') && headers.some(({ key }) => key === 'authorization');
for (const [way, [environment, requests]] of Object.entries(waysToSignIn()))
  cases[`${way} signs in, requests for it: ${requests}`] = async () => {
    server.asked = 0;
    strictEqual(await got('HELD', { environment }), 'canary-newer');
    strictEqual(server.asked, 1 + requests);
  };

const library = googleLibrary();
if (library !== null) {
  const own = (keyFile) => library.client(server.origin, keyFile);
  cases["Google's library and the tool see the same secrets"] = async () => {
    const theirs = own(ACCOUNT);
    await tool(one('OURS'), ['set', 'OURS'], { input: 'canary-ours' });
    deepStrictEqual(await theirs.access(named('OURS'), '1'), ['canary-ours', 1]);
    await theirs.create(named('THEIRS'));
    await theirs.add(named('THEIRS'), 'canary-theirs');
    strictEqual(await got('THEIRS'), 'canary-theirs');
    await rejects(theirs.create(named('THEIRS')), { code: 409 });
    await rejects(theirs.access(named('GONE'), 'latest'), { code: 404 });
    await rejects(theirs.access(named('OFF'), 'latest'), { code: 400 });
  };
  for (const way of ['a token in a file', 'a workload that acts as a service account', 'an identity of AWS'])
    cases[`Google's library signs in with ${way}, too`] = async () => {
      const [{ GOOGLE_APPLICATION_CREDENTIALS: path, ...variables }] = waysToSignIn()[way];
      Object.assign(process.env, variables);
      strictEqual((await own(path).access(named('HELD'), 'latest'))[0], 'canary-newer');
    };
}

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

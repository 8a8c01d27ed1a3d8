/** What a plan makes a machine do: one case for each power, and what is none. */
import { expect, test } from '@jest/globals';
import type { Power } from '#schemas/powers/power.js';
import { powersOf } from '#schemas/powers/powers-of.js';
import { planOfText } from '../../helpers/generated-manifest.js';

const HEAD = '[project]\nname = "shop"\nrevision = "1.0"\n';

async function powersIn(text: string) {
  const plan = await planOfText(HEAD + text);
  if (plan === null) throw new Error(`does not compile: ${text}`);
  return powersOf(plan);
}

/** Of one secret `A` with these settings. */
async function powersWith(settings: string, before = ''): Promise<readonly Power[]> {
  const held = await powersIn(`${before}[profiles.default]\nA = { description = "d", ${settings} }\n`);
  return held.map(({ power }) => power);
}

const at = (store: string) => powersWith(`providers = ["${store}"]`);

test.each([
  ['vault://KV.example.com:8200/secret', 'kv.example.com:8200', true, ['VAULT_TOKEN']],
  ['vault://kv.example.com?tls=false', 'kv.example.com', false, ['VAULT_TOKEN']],
  ['vault://kv.example.com?auth=approle', 'kv.example.com', true, ['VAULT_ROLE_ID', 'VAULT_SECRET_ID']],
  ['vault://kv.example.com?auth=none', 'kv.example.com', true, []],
  ['openbao://kv.example.com', 'kv.example.com', true, ['BAO_TOKEN', 'VAULT_TOKEN']],
  ['setec://kv.example.com', 'kv.example.com', true, []],
  ['akv://team', 'team.vault.azure.net', true, []],
  [
    'infisical://kv.example.com/P',
    'kv.example.com',
    true,
    ['INFISICAL_CLIENT_ID', 'INFISICAL_CLIENT_SECRET', 'INFISICAL_TOKEN'],
  ],
] as const)('%s contacts %s', async (store, host, tls, sent) => {
  const receives = sent.map((credential) => ({ credential, from: 'environment' }));
  expect(await at(store)).toEqual([{ kind: 'host', host, tls, receives, values: false, stores: [store] }]);
});

test.each([
  'vault',
  'infisical://app.infisical.com/P',
  'gcsm://my-project',
  'awssm://eu-west-1',
  'keyring',
  'env',
  'dotenv:.env',
  'dotenv:a/../.env',
  'null',
])('%s gives no power', async (store) => expect(await at(store)).toEqual([]));

test.each([
  ['onepassword://Team', 'op'],
  ['pass', 'pass'],
  ['fly://app', 'flyctl'],
])('%s runs %s', async (store, program) => {
  expect(await at(store)).toEqual([{ kind: 'program', program, stores: [store] }]);
});

test.each([
  ['dotenv:../.env', '../.env'],
  ['dotenv:a/../../.env', 'a/../../.env'],
  ['dotenv:/etc/env', '/etc/env'],
  ['file:~/.aws', '~/.aws'],
])('%s reads a file outside of the folder', async (store, path) => {
  expect(await at(store)).toEqual([{ kind: 'file', path, access: 'read' }]);
});

test('a file in an option', async () => {
  expect(await at('kdbx:team.kdbx?keyfile=/media/key')).toEqual([{ kind: 'file', path: '/media/key', access: 'read' }]);
});

test('what sops is told in the options of its store', async () => {
  const powers = await at('sops:x.yaml?age_key_cmd=curl+x&hc_vault_addr=http://203.0.113.9:8200&age_key_file=~/k');
  expect(powers.map((power) => power.kind)).toEqual(['file', 'host', 'program', 'program']);
  expect(powers).toContainEqual(expect.objectContaining({ program: 'curl x' }));
  expect(powers).toContainEqual(
    expect.objectContaining({
      host: '203.0.113.9:8200',
      tls: false,
      receives: [{ credential: 'VAULT_TOKEN', from: 'environment' }],
    }),
  );
});

test('a command that generates', async () => {
  expect(await powersWith('providers = ["keyring"], type = "command", generate = { command = "id | sh" }')).toEqual([
    { kind: 'command', command: 'id | sh', secrets: ['A'] },
  ]);
});

test('what is generated is written to the first store that can be written', async () => {
  const powers = await powersWith(
    'providers = ["env", "dotenv:../one", "dotenv:../two"], type = "uuid", generate = true',
  );
  expect(powers.filter((power) => power.kind === 'file' && power.access === 'write')).toEqual([
    { kind: 'file', path: '../one', access: 'write' },
  ]);
});

test('a host where values are cached, and the store of its token', async () => {
  const aliases =
    '[providers]\nfar = { uri = "setec://far.example.com", cache = { provider = "near", max_age = "1h" } }\n' +
    'near = { uri = "vault://near.example.com", credentials = { token = { provider = "dotenv:../env", ref = { item = "T" } } } }\n';
  const powers = await powersWith('providers = ["far"]', aliases);
  expect(powers).toContainEqual(expect.objectContaining({ host: 'near.example.com', values: true }));
  expect(powers).toContainEqual(
    expect.objectContaining({
      host: 'near.example.com',
      values: false,
      receives: [{ credential: 'token', from: 'dotenv:../env: item T' }],
    }),
  );
  expect(powers).toContainEqual({ kind: 'file', path: '../env', access: 'read' });
});

test.each([
  ...['LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES', 'GCONV_PATH', 'PATH', 'BASH_ENV', 'PROMPT_COMMAND', 'ZDOTDIR'],
  ...[
    'NODE_OPTIONS',
    'npm_config_script_shell',
    'NPM_CONFIG_REGISTRY',
    'BUN_OPTIONS',
    'PYTHONSTARTUP',
    'PYTHONWARNINGS',
  ],
  ...['PERL5OPT', 'PERL5DB', 'RUBYOPT', 'JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS', 'CLASSPATH', 'MAVEN_OPTS', 'PHPRC'],
  ...[
    'DOTNET_STARTUP_HOOKS',
    'CORECLR_PROFILER_PATH',
    'LUA_INIT',
    'R_PROFILE_USER',
    'ERL_AFLAGS',
    'GOFLAGS',
    'GOPROXY',
  ],
  ...['RUSTC_WRAPPER', 'CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER', 'MAKEFLAGS', 'OPENSSL_CONF', 'SSL_CERT_FILE'],
  ...['GIT_SSH_COMMAND', 'SSH_ASKPASS', 'VISUAL', 'LESSOPEN', 'HTTPS_PROXY', 'http_proxy', 'SSLKEYLOGFILE'],
  ...['KUBECONFIG', 'HOME', 'PIP_INDEX_URL', 'AWS_ENDPOINT_URL_S3', 'VAULT_ADDR'],
])('the variable %s', async (name) => {
  const held = await powersIn(
    `[profiles.default]\n${name} = { description = "d", providers = ["env"], default = "x" }\n`,
  );
  expect(held).toEqual([
    {
      power: { kind: 'variable', name, from: { stores: ['env'], text: 'x' } },
      secrets: [name],
      profiles: ['default'],
    },
  ]);
});

test.each(['KUBECONFIG', 'PIP_INDEX_URL', 'VAULT_ADDR'])(
  '%s is a usual credential if a store keeps it',
  async (name) => {
    expect(await powersIn(`[profiles.default]\n${name} = { description = "d", providers = ["env"] }\n`)).toEqual([]);
  },
);

test('a server in a part of such a credential', async () => {
  const held = await powersIn(
    '[profiles.default]\nPIP_INDEX_URL = { description = "d", composed = "https://u:${T}@evil.example.net/simple" }\n' +
      'T = { description = "d", providers = ["env"] }\n',
  );
  expect(held.map(({ power }) => power.kind)).toEqual(['variable']);
});

test.each([
  ...[
    'LOAD_PATH',
    'PROXY_HOST',
    'MY_NODE_OPTIONS',
    'ENVIRONMENT',
    'NPM_TOKEN',
    'NPM_CONFIG__AUTH',
    'CARGO_REGISTRY_TOKEN',
  ],
  ...['DOCKER_PASSWORD', 'AWS_REGION', 'PYTHON_VERSION', 'JAVA_VERSION', 'NODE_ENV'],
])('%s is an ordinary variable', async (name) => {
  expect(await powersIn(`[profiles.default]\n${name} = { description = "d", default = "x" }\n`)).toEqual([]);
});

test('one power for all secrets and profiles that need it', async () => {
  const held = await powersIn(
    '[defaults]\nproviders = ["pass"]\n[profiles.default]\nB = { description = "d" }\nA = { description = "d" }\n[profiles.live]\n',
  );
  expect(held).toEqual([
    {
      power: { kind: 'program', program: 'pass', stores: ['pass'] },
      secrets: ['A', 'B'],
      profiles: ['default', 'live'],
    },
  ]);
});

test('a variable with all that its value is made of', async () => {
  const held = await powersIn(
    '[profiles.default]\nPATH = { description = "d", composed = "/bin:${MORE}:${MORE}" }\n' +
      'MORE = { description = "d", from = "ALL", extract = { format = "json", pointer = "/path" } }\n' +
      'ALL = { description = "d", providers = ["env"], default = "{}" }\n',
  );
  expect(held.map(({ power }) => power)).toEqual([
    {
      kind: 'variable',
      name: 'PATH',
      from: {
        stores: [],
        text: '/bin:${MORE}:${MORE}',
        parts: [
          { secret: 'MORE', stores: [], text: null, select: 'json /path of ALL' },
          { secret: 'ALL', stores: ['env'], text: '{}' },
        ],
      },
    },
  ]);
});

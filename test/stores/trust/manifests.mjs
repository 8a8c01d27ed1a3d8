/** Manifests over every kind of store, at addresses that nothing answers. */
import fc from 'fast-check';

const host = fc.constantFrom('127.0.0.1:9', 'kv.example.test', 'KV2.example.test:8443');
const leaf = fc.oneof(
  fc.constantFrom(
    ...['env', 'null', 'dotenv://.env', 'dotenv:../outside.env', 'dotenv:~/mine.env', 'file:secrets', 'file:../shared'],
    ...['keyring', 'pass', 'gopass', 'age:secrets.age', 'age:../team.age', 'kdbx:team.kdbx', 'sops:secrets.yaml'],
    ...['ejson:secrets.ejson', 'onepassword://Team', 'bw', 'bws', 'lastpass', 'dashlane', 'protonpass', 'fly://app'],
    ...[
      'awssm://eu-west-1',
      'awsps://eu-west-1',
      'gcsm://some-project',
      'akv://team',
      'doppler://p/c',
      'mine',
      'acme://x',
    ],
    ...['infisical://app.infisical.com/p', 'scaleway://fr-par/11111111-1111-4111-8111-111111111111'],
  ),
  host.map((name) => `vault://${name}/secret?tls=false`),
  host.map((name) => `openbao://${name}/secret`),
  host.map((name) => `setec://${name}`),
  host.map((name) => `infisical://${name}/p`),
);
const credential = fc.constantFrom('env', 'keyring', 'pass', 'dotenv:../credentials.env');
const alias = fc.oneof(
  leaf,
  fc
    .tuple(host, credential)
    .map(([name, from]) => ({ uri: `vault://${name}/s?tls=false`, credentials: { token: from } })),
  leaf.map((uri) => ({ uri, cache: { provider: 'dotenv:../cache.env', max_age: '1h' } })),
  fc.tuple(leaf, leaf).map((fallback) => ({ fallback, cache: { provider: 'keyring', max_age: '1h' } })),
);
const chain = fc.oneof(
  fc.uniqueArray(leaf, { minLength: 1, maxLength: 3 }),
  fc.constantFrom(['one'], ['two'], ['one', 'env']),
);
const rest = fc.constantFrom(
  {},
  { default: 'x' },
  { type: 'hex', generate: true },
  { type: 'command', generate: { command: 'printf made' } },
  { required: false },
);
const secret = fc.tuple(chain, rest).map(([providers, more]) => ({ description: 'd', providers, ...more }));
const model = fc.record({
  aliases: fc.record({ one: alias, two: alias }),
  secrets: fc.record({
    A: secret,
    B: secret,
    PATH_OF: secret,
    NODE_OPTIONS: fc.constant({ description: 'd', default: '' }),
  }),
});

/** A manifest for each way to start a program, and the program. */
export const STARTING = {
  op: stores('onepassword://Team'),
  gpg: stores('pass'),
  gopass: stores('gopass'),
  bw: stores('bw'),
  lpass: stores('lastpass'),
  dcli: stores('dashlane'),
  'pass-cli': stores('protonpass'),
  acme: stores('acme://x'),
  sh: 'providers = ["null"], type = "command", generate = { command = "printf made" }',
};

function stores(uri) {
  return `providers = ["${uri}"]`;
}

/** The only secret has these settings. */
export function manifestWith(settings) {
  return `[project]\nname = "p"\nrevision = "1.0"\nrequire_reason = false\n[profiles.default]\nA = { description = "a", ${settings} }\n`;
}

/** As many that differ; some do not compile, which the caller finds out. */
export function generated(count, seed) {
  return fc.sample(model, { numRuns: count, seed }).map(textOf);
}

function textOf({ aliases, secrets }) {
  const lines = (table) => Object.entries(table).map(([name, value]) => `${name} = ${toml(value)}`);
  return [
    '[project]',
    'name = "shop"',
    'revision = "1.0"',
    'require_reason = false',
    '[providers]',
    ...lines(aliases),
    '[profiles.default]',
    ...lines(secrets),
    '',
  ].join('\n');
}

function toml(value) {
  if (Array.isArray(value)) return `[${value.map(toml).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${key} = ${toml(each)}`)
    .join(', ')} }`;
}

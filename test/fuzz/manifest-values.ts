/** Manifests as tables: most of each is as it should be, some of it is anything. */
import fc from 'fast-check';
import { secretTypeNames } from '#schemas/secret-types/index.js';
import { anyWord as anyText } from './texts.js';

type Arbitrary = fc.Arbitrary<unknown>;

/** TOML has no halves of characters. */
const anyWord = anyText.map((word) => word.toWellFormed());

const anything: Arbitrary = fc.oneof(
  anyWord,
  fc.integer({ min: -3, max: 40 }),
  fc.constantFrom<unknown>(1.5, true, false, [], {}, '', ' ', new Date(0), 2n ** 60n, [''], [1], { a: 1 }, '1.0'),
  fc.array(anyWord, { maxLength: 3 }),
  fc.dictionary(anyWord, anyWord, { maxKeys: 2 }),
);
/** As it should be, nine times of ten. */
const mostly = (valid: Arbitrary): Arbitrary =>
  fc.oneof({ weight: 14, arbitrary: valid }, { weight: 1, arbitrary: anything });
const oneOf = (...values: readonly unknown[]): Arbitrary => mostly(fc.constantFrom(...values));

/** Some of these keys, now and then one that is none. */
function table(keys: Readonly<Record<string, Arbitrary>>, required: readonly string[] = [], most = 4): Arbitrary {
  const optional = Object.keys(keys).filter((key) => !required.includes(key));
  return fc
    .tuple(
      fc.subarray(optional, { maxLength: Math.min(most, optional.length) }),
      fc.constantFrom(...Array.from({ length: 12 }, () => required), required.slice(1)),
      fc.constantFrom(...Array.from({ length: 20 }, () => []), ['__proto__'], ['requred'], ['constructor']),
    )
    .chain(([chosen, needed, strangers]) => {
      const names = [...needed, ...chosen];
      const values = names.map((name) => [name, keys[name] ?? anything] as const);
      return record([...values, ...strangers.map((name) => [name, anything] as const)]);
    });
}

/** Entries as a table; `__proto__` is a key as any other. */
function record(entries: readonly (readonly [string, Arbitrary])[]): Arbitrary {
  return fc.tuple(...entries.map(([, value]) => value)).map((values) => {
    return tableOf(entries.map(([name], index) => [name, values[index]]));
  });
}

function tableOf(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of entries) {
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return made;
}

function named(names: Arbitrary, value: Arbitrary, most: number): Arbitrary {
  return fc
    .uniqueArray(fc.tuple(names, mostly(value)), { maxLength: most, selector: ([name]) => name })
    .map((entries) => tableOf(entries.map(([name, member]) => [String(name), member])));
}

const secretNames = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('A', 'B', 'C', 'TOKEN', 'ключ', 'constructor', '__proto__') },
  { weight: 1, arbitrary: anyWord },
);
const aliasNames = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('vault', 'cached', 'local', 'env', '__proto__') },
  { weight: 1, arbitrary: anyWord },
);
const stores = oneOf('vault', 'cached', 'local', 'keyring', 'dotenv:.env', 'env', 'null', 'file:./x', 'nowhere');
const chain = mostly(fc.array(stores, { maxLength: 3 }));
const template = oneOf('x', '{project}/{key}', '{profile}', '{other}', '{', '}', '{{key}}');

const coordinatesOf = (value: Arbitrary): Arbitrary =>
  table({ item: value, field: value, vault: value, section: value, version: value }, ['item'], 1);
const coordinates = coordinatesOf(oneOf('x', 'a/b', ' '));

const alias = mostly(
  fc.oneof(
    oneOf('keyring://', 'dotenv:.env', 'file:./x', 'env', 'null', 'vault://h', 'x'),
    table(
      {
        uri: oneOf('keyring', 'dotenv', 'vault://h'),
        credentials: named(anyWord, fc.oneof(stores, table({ provider: stores, ref: coordinates }, ['provider'])), 2),
        ref: coordinatesOf(template),
        fallback: chain,
        cache: table(
          {
            provider: stores,
            max_age: oneOf('8h', '1d12h', '0s', '0s1s', ' 30m ', '007h', '1', 'h', '1.5h', '30m 1h', '99999999999w'),
          },
          ['provider', 'max_age'],
        ),
      },
      [],
      3,
    ),
  ),
);

const groups = mostly(fc.oneof(oneOf('g', 'h', ' '), fc.array(oneOf('g', 'h'), { maxLength: 3 })));
const options = table({
  length: oneOf(0, 8, 2000, -1),
  charset: oneOf('ascii', 'alphanumeric', 'x'),
  bytes: oneOf(0, 32),
  command: oneOf('true'),
  bits: oneOf(2048, 3072, 1024),
  algorithm: oneOf('ed25519', 'rsa', 'p256', 'bip39'),
  capabilities: mostly(fc.array(oneOf('sign', 'encrypt'), { maxLength: 3 })),
  user_id: oneOf('Me <me@x>', ''),
  comment: oneOf('c', '\x07'),
  issuer: oneOf('self_signed'),
  kid: oneOf('k', ' '),
  language: oneOf('english', 'german'),
  san: mostly(fc.array(oneOf('dns:a.example', 'ip:::1', 'ip:300.1.1.1', 'x'), { maxLength: 3 })),
  usages: mostly(fc.array(oneOf('server_auth', 'client_auth'), { maxLength: 3 })),
  valid_for: oneOf('30d', '201d'),
  separator: oneOf('-', ''),
  words: oneOf(6, 12, 24, 7),
});
const secret = table(
  {
    description: oneOf('What it is for', ''),
    inherit: oneOf(true, false),
    required: fc.oneof(oneOf(true, false), table({ at_least_one: groups, exactly_one: groups })),
    default: oneOf('', 'x'),
    composed: oneOf('${A}', 'x${B}$$', '${a}', 'x', '${TOKEN}${A'),
    providers: chain,
    ref: coordinates,
    refs: named(aliasNames, coordinates, 2),
    as_path: oneOf(true, false),
    encoding: oneOf('base64', 'base64url', 'hex', 'utf8'),
    extract: table({ format: oneOf('json', 'ini', 'xml'), pointer: oneOf('', '/a', '/a/b/c', 'a', '/~2') }, [
      'format',
      'pointer',
    ]),
    type: oneOf(...secretTypeNames, 'secret'),
    generate: fc.oneof(oneOf(true, false), options),
    prompt: oneOf(true, false),
    format: oneOf('pem', 'der', 'x'),
    from: oneOf('A', 'B', 'nothing'),
    credentials: named(fc.constantFrom('password', 'x'), oneOf('A', 'TOKEN'), 1),
  },
  ['description'],
);
const profileDefaults = table({
  inherit: oneOf(true, false),
  required: oneOf(true, false),
  default: oneOf('d'),
  providers: chain,
});
const profile = fc
  .tuple(named(secretNames, secret, 4), fc.option(mostly(profileDefaults), { freq: 2 }))
  .map(([secrets, defaults]) =>
    defaults === null ? secrets : tableOf([...Object.entries(secrets as object), ['defaults', defaults]]),
  );
const profileNames = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('default', 'production', 'test', 'constructor') },
  { weight: 1, arbitrary: anyWord },
);

/** A whole manifest. It extends nobody. */
export const manifestValues = table(
  {
    project: table(
      { name: oneOf('demo', ''), revision: oneOf('1.0', '2.0'), require_reason: oneOf(true, 'agents', 'x') },
      ['name', 'revision'],
    ),
    profiles: named(profileNames, profile, 3),
    defaults: table({ providers: chain }, ['providers']),
    providers: named(aliasNames, alias, 3),
    scopes: named(anyWord, table({ secrets: mostly(fc.array(mostly(secretNames), { maxLength: 3 })) }, ['secrets']), 2),
  },
  ['project', 'profiles'],
) as fc.Arbitrary<Record<string, unknown>>;

const words = oneOf(['npm', 'test'], ['true'], ['sh', ''], [''], [], ['a\0'], 'npm test');
const agentCommand = table(
  {
    manifest: oneOf('/w/manifest.toml', 'C:\\w\\manifest.toml', 'manifest.toml', ''),
    run: words,
    profile: oneOf('default', ''),
    scope: oneOf('web', ''),
    approve: oneOf('each', 'never', 'always'),
    output: oneOf('none', 'redacted', 'all'),
    plan: oneOf(`sha256:${'0'.repeat(64)}`, 'sha256:0', ''),
    timeout_seconds: oneOf(1, 600, 0, 86_401, 1.5),
  },
  ['manifest', 'run'],
);

/** A whole user configuration. */
export const userConfigurationValues = table({
  defaults: table({ provider: stores, profile: oneOf('default', ''), providers: named(aliasNames, alias, 3) }),
  audit: table({ enabled: oneOf(true, false), path: oneOf('/x', '~/x', 'x'), max_size_bytes: oneOf(0, 4096, -1) }),
  agents: table({ commands: named(fc.constantFrom('test', ' ', 'a b'), agentCommand, 2) }),
}) as fc.Arbitrary<Record<string, unknown>>;

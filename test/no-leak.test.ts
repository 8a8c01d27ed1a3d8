/** No value where it does not belong: not in what commands say, not in what they leave behind, not in what other programs see. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { format, inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { commands } from '#runtime/cli/commands.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { errorsOf, executed } from './helpers/execute-plan.js';
import { fakeStore } from './helpers/fake-store.js';
import { filesBelow, GOLDEN, readTexts } from './helpers/golden.js';
import { formsOf, leaksIn, leaksLeft, leaksOf } from './helpers/leaks.js';
import { planOf, stored } from './helpers/plan.js';
import { type CliWorld, openCli } from './helpers/run-cli.js';

/** Unlike any other text on this machine, so that what other programs see can be searched, too. */
const canary = (name: string) => `canary-${name}-${randomBytes(6).toString('hex')}`;
const PATIENCE_MS = 60_000;

const D = canary('dotenv');
const F = canary('file');
const E = canary('env');
const B = canary('encoded');
const X = canary('extracted');
const G = canary('given');
const U = canary('address');
const ALL = [D, F, E, B, X, G, U];

const MANIFEST = `[project]
name = "demo"
revision = "1.0"

[profiles.default]
PLAIN = { description = "In a dotenv file", providers = ["dotenv"] }
FILED = { description = "In a file of its own", providers = ["file:./secrets"] }
VARIABLE = { description = "In a variable", providers = ["env"], ref = { item = "GIVEN_VARIABLE" } }
ENCODED = { description = "Stored as Base64", encoding = "base64", providers = ["dotenv"] }
DIGITS = { description = "Stored as hexadecimal digits", encoding = "hex", providers = ["dotenv"] }
SELECTED = { description = "A part of a document", extract = { format = "json", pointer = "/a/b" }, providers = ["dotenv"], ref = { item = "DOCUMENT" } }
SETTING = { description = "A part of INI", extract = { format = "ini", pointer = "/db/password" }, providers = ["file:./secrets"], ref = { item = "settings.ini" } }
PART = { description = "A part of another secret", from = "WHOLE", extract = { format = "json", pointer = "/a/b" } }
WHOLE = { description = "A document", providers = ["dotenv"], ref = { item = "DOCUMENT" } }
COMPOSED = { description = "Made of others", composed = "<\${PLAIN}|\${FILED}|\${ENCODED}>" }
AS_FILE = { description = "As a file", as_path = true, providers = ["dotenv"], ref = { item = "PLAIN" } }
CACHED = { description = "Behind a cache", providers = ["slow"], ref = { item = "settings.ini" } }
CHAINED = { description = "Found in the second store", providers = ["dotenv:broken.env", "dotenv"], ref = { item = "PLAIN" } }
OPTIONAL = { description = "Not there", required = false, providers = ["dotenv"] }

[providers]
slow = { uri = "file:./secrets", cache = { provider = "dotenv:cache.env", max_age = "1h" } }

[scopes.web]
secrets = ["COMPOSED", "PART"]
`;
const ENV = [
  `PLAIN=${D}`,
  `ENCODED=${Buffer.from(B).toString('base64')}`,
  `DIGITS=${Buffer.from(B).toString('hex')}`,
  `DOCUMENT={"a":{"b":"${X}"}}`,
  '',
].join('\n');
/** The stores: here values belong. */
const STORES = ['.env', 'broken.env', 'cache.env', 'secrets/demo/default/FILED', 'secrets/settings.ini'];

function worldWithSecrets(): CliWorld {
  const world = openCli({ GIVEN_VARIABLE: E });
  world.write('manifest.toml', MANIFEST);
  world.write('.env', ENV);
  world.write('broken.env', `${D} without an equals sign\n`);
  world.write('secrets/demo/default/FILED', F);
  world.write('secrets/settings.ini', `[db]\npassword = ${X}\n`);
  return world;
}

interface Case {
  /** `{GIVEN}` and `{ADDRESS}` stand for values. */
  readonly line: string;
  /** Files that differ from those of the whole world. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Standard output is for values. */
  readonly product?: true;
  /** Files that the line itself puts values into. */
  readonly puts?: readonly string[];
  /** A failure that is none of the command: it warns, or its reader went away. */
  readonly passes?: true;
}

async function expectNoLeak({ line, files = {}, product, puts = [] }: Case): Promise<number> {
  const world = worldWithSecrets();
  try {
    for (const [path, content] of Object.entries(files)) world.write(path, content);
    const outcome = await world.run(line.replaceAll('{GIVEN}', G).replaceAll('{ADDRESS}', U));
    const given = [...STORES, ...Object.keys(files).map((path) => path.replace(/^~\//u, '')), ...puts];
    // A file that carries a value is a product, too; its name is not.
    const left = leaksLeft(world, given, ALL).filter(({ where }) => !/^content of tool-\d+\//u.test(where));
    expect({ line, leaks: [...leaksOf(outcome, ALL, product === true), ...left] }).toEqual({ line, leaks: [] });
    return outcome.status;
  } finally {
    world.remove();
  }
}

/** Without parts of documents, which cannot be imported. */
const IMPORTING = {
  'manifest.toml': [
    '[project]',
    'name = "demo"',
    'revision = "1.0"',
    '[profiles.default]',
    'PLAIN = { description = "Imported", providers = ["dotenv://new.env"] }',
    'CODED = { description = "Encoded", providers = ["dotenv://new.env"], ref = { item = "PLAIN" }, encoding = "hex" }',
    '',
  ].join('\n'),
};
const IMPORTING_ONE = { 'manifest.toml': IMPORTING['manifest.toml'].replace(/^CODED.*\n/mu, '') };

const SUCCESSES: readonly Case[] = [
  { line: 'tool delete PLAIN && tool delete PLAIN' },
  { line: 'tool cache clear' },
  { line: 'tool import dotenv://.env', files: IMPORTING_ONE, puts: ['new.env'] },
  { line: 'tool import dotenv://.env --delete-source', files: IMPORTING_ONE, puts: ['new.env'] },
  { line: 'tool check' },
  { line: 'tool check && tool check' },
  { line: 'tool check --json' },
  { line: 'tool check --explain' },
  { line: 'tool check --scope web' },
  { line: 'tool run -- true' },
  { line: 'tool run --scope web -- true && tool run -- true' },
  { line: 'tool run -- printenv PLAIN', product: true },
  { line: 'tool plan' },
  { line: 'tool plan --format json' },
  { line: 'tool plan --output plan.json && tool run --plan plan.json -- true' },
  { line: 'tool schema' },
  { line: 'tool types' },
  { line: 'tool types -o secrets.ts && tool types -o secrets.ts --check' },
  { line: 'tool get PLAIN', product: true },
  { line: 'tool get COMPOSED', product: true },
  { line: 'tool get AS_FILE' },
  ...['shell', 'dotenv', 'json', 'systemd', 'k8s', 'k8s --string-data', 'fish', 'nushell', 'powershell'].map(
    (format): Case => ({ line: `tool export --format ${format}`, product: true }),
  ),
  { line: `echo '\${PLAIN} \${COMPOSED|json}' > a.template; tool render a.template`, product: true },
  {
    line: `echo '\${PLAIN}' > a.template; tool render a.template -o a.conf; echo >> a.conf; ! tool render a.template -o a.conf --check`,
    puts: ['a.conf'],
  },
  { line: 'GITHUB_ENV=gha.env tool export --format gha', product: true, puts: ['gha.env'] },
  { line: 'printf %s {GIVEN} | tool set PLAIN' },
  { line: 'tool set PLAIN {GIVEN}' },
  { line: 'tool set PLAIN -- -{GIVEN}' },
  { line: 'EDITOR="sed -i s/^PLAIN=/PLAIN={GIVEN}/" tool edit' },
  { line: 'EDITOR="sed -i s/^PLAIN=/PLAIN={GIVEN}/" tool edit PLAIN --format json' },
  { line: 'EDITOR=true tool edit' },
  { line: 'printf %s {GIVEN} > in.txt; tool set ENCODED --from-file in.txt', puts: ['in.txt'] },
];

const bytes = (text: string, ...more: readonly number[]) => Buffer.concat([Buffer.from(text), Buffer.from(more)]);
const LARGE = F + 'x'.repeat(200_000);

/** Every command that meets these stores fails. */
const BROKEN_DOTENV: readonly (string | Uint8Array)[] = [
  `PLAIN="${D}\nENCODED=${B}\n`,
  `${D} ${B}\n`,
  `PLAIN="${D}" ${D}\n`,
  bytes(ENV, 0xff, 0x0a),
  bytes(D, 0x01, 0x0a),
  `${ENV}ENCODED=${B}!\n`,
];
const BROKEN_DOCUMENT: readonly string[] = [
  `${ENV}DOCUMENT={"a":{"b":"${X}"\n`,
  `${ENV}DOCUMENT=${X}\n`,
  `${ENV}DOCUMENT={"a":{"c":"${X}"}}\n`,
  `${ENV}DOCUMENT={"${X}":1,}\n`,
];

const UNREADABLE: readonly Case[] = [
  { line: 'tool import dotenv://broken.env', files: IMPORTING_ONE },
  { line: 'tool import dotenv://.env', files: IMPORTING },
  { line: 'tool delete PLAIN --provider dotenv://broken.env' },
  ...['get ENCODED', 'check', 'run -- true', 'export --format json', 'get COMPOSED'].flatMap((command) =>
    BROKEN_DOTENV.map((text): Case => ({ line: `tool ${command}`, files: { '.env': text } })),
  ),
  ...['get SELECTED', 'get PART', 'check --scope web', 'run -- true'].flatMap((command) =>
    BROKEN_DOCUMENT.map((text): Case => ({ line: `tool ${command}`, files: { '.env': text } })),
  ),
  { line: 'tool get DIGITS', files: { '.env': `DIGITS=${Buffer.from(B).toString('hex')}g\n` } },
  { line: 'tool get SETTING', files: { 'secrets/settings.ini': `[db\npassword = ${X}\n` } },
  { line: 'tool get SETTING', files: { 'secrets/settings.ini': `[db]\n${X}\n` } },
  { line: 'tool get SETTING', files: { 'secrets/settings.ini': bytes(`[db]\npassword = ${X}`, 0xff) } },
  { line: 'tool check', files: { 'cache.env': `CACHED=${X}\n` }, passes: true },
  { line: 'tool check', files: { 'cache.env': `CACHED='tool-cache-v4:{"${X}'\n` }, passes: true },
  { line: 'tool check', files: { 'cache.env': `${X}\n` }, passes: true },
];

const UNDELIVERABLE: readonly Case[] = [
  ...['get COMPOSED', 'run -- true', 'export --format json', 'check'].map(
    (command): Case => ({ line: `tool ${command}`, files: { 'secrets/demo/default/FILED': bytes(F, 0xff) } }),
  ),
  { line: 'tool run -- true', files: { 'secrets/demo/default/FILED': bytes(F, 0) } },
  { line: 'tool run -- true', files: { 'secrets/demo/default/FILED': LARGE } },
  { line: 'tool run -- true', files: { 'secrets/demo/default/FILED': LARGE.repeat(12) } },
  { line: 'tool run -- no-such-program' },
  ...['s/^PLAIN=/&\\x27/', 's/^PLAIN=//', 's/=/ /', 's/$/ #x/'].map(
    (script): Case => ({ line: `EDITOR="sed -i '${script}'" tool edit` }),
  ),
  { line: 'EDITOR=false tool edit' },
  { line: 'tool run -- ./manifest.toml' },
  { line: 'TMPDIR=/dev/null tool run -- true' },
  { line: 'GITHUB_ENV=. tool export --format gha', product: true },
  { line: 'tool export --format gha' },
  { line: 'tool get PLAIN > /dev/full' },
  { line: 'tool export > /dev/full' },
  { line: 'tool get PLAIN | true', passes: true },
];

const UNSTORABLE: readonly Case[] = [
  ...['COMPOSED', 'SELECTED', 'PART', 'VARIABLE', 'NOBODY'].flatMap((name): readonly Case[] => [
    { line: `tool set ${name} {GIVEN}` },
    { line: `printf %s {GIVEN} | tool set ${name}` },
  ]),
  { line: 'tool set PLAIN {GIVEN} {GIVEN}' },
  { line: 'tool set PLAIN one {GIVEN}' },
  { line: 'tool set PLAIN {GIVEN} --from-file manifest.toml' },
  { line: 'tool set PLAIN -{GIVEN}' },
  { line: 'tool set PLAIN --{GIVEN}' },
  { line: 'tool set PLAIN --{GIVEN}=1' },
  { line: 'tool set PLAIN={GIVEN}' },
  { line: 'tool set PLAIN {GIVEN} --provider dotenv:secrets' },
  { line: 'tool set PLAIN {GIVEN} --provider dotenv:.env/x' },
  { line: 'tool set PLAIN {GIVEN} --provider file:.env' },
  { line: 'tool set PLAIN {GIVEN} --provider nowhere' },
  { line: 'tool set PLAIN {GIVEN} --profile nowhere' },
  { line: 'tool set PLAIN {GIVEN}', files: { '.env': `${D} without an equals sign\n` } },
  { line: "printf '{GIVEN}\\377' | tool set PLAIN" },
  { line: "printf '{GIVEN}\\000' > in.bin; tool set PLAIN --from-file in.bin", puts: ['in.bin'] },
  { line: 'tool sett PLAIN {GIVEN}' },
];

/** Passwords in addresses are values, too (spec 5.2). */
const ADDRESSES: readonly Case[] = [
  ...['check', 'get PLAIN', 'set PLAIN word'].map(
    (command): Case => ({ line: `tool ${command} --provider vault://me:{ADDRESS}@vault.example/secret` }),
  ),
  { line: 'tool run --provider vault://me:{ADDRESS}@vault.example/secret -- true' },
  { line: 'TOOL_PROVIDER=acme://me:{ADDRESS}@example tool check' },
  { line: 'TOOL_PROVIDER=dotenv://me:{ADDRESS}@example/.env tool check --json' },
  {
    line: 'tool plan',
    files: { 'manifest.toml': MANIFEST.replace('"env"', `"vault://me:${U}@vault.example/secret"`) },
  },
  { line: 'tool check', files: userConfig(`slow2 = "vault://me:${U}@v/secret"\n[defaults]\nprovider = 1\n`) },
  { line: 'tool check', files: userConfig(`slow2 = "vault://me:${U}@v/secret"\n[defaults]\nx = 1\n`), passes: true },
  { line: 'tool vault://me:{ADDRESS}@vault.example/secret' },
  { line: 'tool check vault://me:{ADDRESS}@vault.example/secret' },
  { line: 'tool plan diff vault://me:{ADDRESS}@vault.example .' },
  { line: 'tool check --provider mine', files: userConfig(`mine = "vault://me:${U}@v/secret"\n`) },
];

function userConfig(aliases: string): Readonly<Record<string, string>> {
  return { '~/.config/tool/config.toml': `[defaults.providers]\n${aliases}` };
}

describe('a command that succeeds says no value', () => {
  const cases = SUCCESSES.map((one) => [one.line, one] as const);
  test.concurrent.each(cases)('%s', async (_, one) => expect(await expectNoLeak(one)).toBe(0), PATIENCE_MS);
});

describe.each([
  ['unreadable', UNREADABLE],
  ['undeliverable', UNDELIVERABLE],
  ['unstorable', UNSTORABLE],
  ['in an address', ADDRESSES],
])('a command that fails says no value: %s', (_, all) => {
  const cases = all.map((one, index) => [index, one.line, one] as const);
  const fails = async (one: Case) => expect((await expectNoLeak(one)) === 0).toBe(one.passes === true);
  test.concurrent.each(cases)('%i: %s', async (_index, _line, one) => fails(one), PATIENCE_MS);
});

describe('every command, whatever its words', () => {
  const products = ['run', 'export', 'get'];
  // These take names of secrets or stores and repeat those that they do not know, as `get` does.
  const named = Object.keys(commands).filter((name) => !['plan', 'delete', 'edit', 'check', 'rekey'].includes(name));
  const cases = named.flatMap((name) =>
    ['', 'PLAIN', 'PLAIN word {GIVEN}', '--json', '--help'].map((words) => [`tool ${name} ${words}`, name] as const),
  );
  const quiet = async (line: string, name: string) =>
    void (await expectNoLeak({ line, ...(products.includes(name) && { product: true }) }));
  test.concurrent.each(cases)('%s', quiet, PATIENCE_MS);
});

describe('other programs see no value in the words of a process', () => {
  const words = `cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\\0' '\\n'`;
  const seen = async (manifest: string, files: Readonly<Record<string, string | Uint8Array>>) => {
    const line = `tool run -- sh -c "${words}"`;
    return expect(await expectNoLeak({ line, files: { 'manifest.toml': manifest, ...files } })).toBe(0);
  };
  const one = MANIFEST.replace(/\[profiles.default\][\s\S]*/u, '[profiles.default]\n').concat(
    'FILED = { description = "In a file of its own", providers = ["file:./secrets"] }\n',
  );

  test('text', async () => seen(MANIFEST, {}), PATIENCE_MS);
  test(
    'bytes that take the way through a shell',
    async () => seen(one, { 'secrets/demo/default/FILED': bytes(F, 0xff) }),
    PATIENCE_MS,
  );
});

describe('a value', () => {
  const value = SecretValue.fromText(D);
  const printed: Readonly<Record<string, () => string>> = {
    text: () => String(value),
    'a template': () => `${value}`,
    concatenation: () => `<${value as unknown as string}>`,
    JSON: () => JSON.stringify({ value, list: [value] }),
    inspection: () => inspect({ value, map: new Map([[value, value]]) }, { depth: null, showHidden: true }),
    'inspection without our say': () => inspect(value, { customInspect: false, showHidden: true, getters: true }),
    'a console': () => format('%s %o %O %j %i %f %c', value, value, value, value, value, value, value),
    'an error': () => inspect(new Error('x', { cause: value })),
    'own keys': () => JSON.stringify([Object.getOwnPropertyNames(value), { ...value }, Object.entries(value)]),
    'a clone': () => inspect(structuredClone(value), { showHidden: true, customInspect: false }),
    'a failed clone': () => thrownBy(() => structuredClone({ value, fails: () => value })),
    'a failed assertion': () => thrownBy(() => expect(value).toEqual(null)),
    'a wrong call': () => thrownBy(() => (value as unknown as { nothing(): void }).nothing()),
  };
  test.each(Object.keys(printed))('does not print itself in %s', (how) => {
    expect(leaksIn(how, printed[how]?.() ?? '', [D])).toEqual([]);
  });

  test('has one way out', () => expect(Buffer.from(value.reveal()).toString()).toBe(D));
});

describe('a provider that breaks off', () => {
  const SECRETS = planOf({ secrets: { PLAIN: stored({ route: ['dotenv://.env'] }) } });
  const failing = async () => {
    throw new Error(`cannot parse ${D}`, { cause: SecretValue.fromText(D) });
  };

  test('does not get its words through', async () => {
    const outcome = await executed(SECRETS, { 'dotenv://.env': fakeStore({ gate: failing }) });
    expect(errorsOf(outcome)).toHaveLength(1);
    expect(leaksIn('diagnostics', JSON.stringify(errorsOf(outcome)), [D])).toEqual([]);
  });

  test('with a failure of no known kind is a mistake of ours, and says no more', async () => {
    const failure = { kind: 'unheard-of', detail: 'out of order' } as never;
    const run = executed(SECRETS, { 'dotenv://.env': fakeStore({ failing: failure, entries: { PLAIN: D } }) });
    expect(leaksIn('error', inspect(await run.catch((error: unknown) => error)), [D])).toEqual([]);
  });
});

test('a mistake of ours shows where it happened, not what it choked on', async () => {
  const world = openCli();
  const script = `import(process.argv[1]).then(({ printBug }) => { try { JSON.parse(process.argv[2]) } catch (error) { printBug(error) } })`;
  const module = join(GOLDEN, '../dist/runtime/cli/print-failure.js');
  const { stderr } = await world.run(`node -e '${script}' '${module}' '{"a": ${D}'`);
  world.remove();
  expect(`${stderr}`).toMatch(/bug in tool \(SyntaxError/u);
  expect(leaksIn('stderr', `${stderr}`, [D])).toEqual([]);
});

describe('golden cases', () => {
  /** A line of `$ command` is ours; what stands before a `|` of a source line is the manifest's own text. */
  const said = (text: string) =>
    text
      .split('\n')
      .filter((line) => !/^(\$ |\d+ *\|)/u.test(line))
      .join('\n');
  const files = filesBelow(GOLDEN).filter((file) => /(diagnostics|stderr)\.txt$|linked\.json$/u.test(file));

  test('repeat no value in what people are told', () => {
    const texts = readTexts(GOLDEN);
    expect(files.filter((file) => /canary|Y2FuYXJ5|63616e617279/u.test(said(texts[file] ?? '')))).toEqual([]);
  });
});

test('a value is found in all its forms, or these tests could not fail', () => {
  for (const form of formsOf(D)) expect(leaksIn('here', `before ${form} after`, ALL)).toHaveLength(1);
  expect(leaksIn('here', 'nothing', ALL)).toEqual([]);
});

function thrownBy(act: () => unknown): string {
  try {
    act();
    return '';
  } catch (error) {
    return inspect(error, { showHidden: true });
  }
}

/** The same through the command line: a clean finding and a status, whatever lies in the folder or is typed. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CliWorld, openCli } from '../helpers/run-cli.js';
import { mustBeShowable } from './clean.js';

const HEAD = '[project]\nname = "demo"\nrevision = "1.0"\nrequire_reason = false\n';
const DEFAULT = `${HEAD}[profiles.default]\n`;
const LONG = 'N'.repeat(100_000);
/** What one finding, or a handful of them, may come to. */
const SHORT = 10_000;

let world: CliWorld;
beforeAll(() => {
  world = openCli();
});
afterAll(() => world.remove());

/** Runs in a folder of its own, and gives the status and the first line of what is said. */
async function told(folder: string, files: Readonly<Record<string, string | Uint8Array>>, line: string) {
  for (const [file, content] of Object.entries(files)) world.write(`${folder}/${file}`, content);
  const { stdout, stderr, status } = await world.run(`mkdir -p ${folder} && cd ${folder} && ${line}`);
  mustBeShowable(`${stderr}`, SHORT);
  expect(`${stdout}`).toBe('');
  return `${status} ${`${stderr}`.split('\n')[0]}`;
}

describe('manifests', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['nesting', `a = ${'['.repeat(100_000)}`, '1 error[E0101]: not valid TOML'],
    ['garbage', Buffer.alloc(5_000_000, 0xff), '1 error[E0102]: not UTF-8 text'],
    ['brackets', '['.repeat(5_000_000), '1 error[E0101]: not valid TOML'],
    ['nul', `${DEFAULT}A = { description = "\0" }`, '1 error[E0101]: not valid TOML'],
    [
      'surrogate',
      Buffer.concat([Buffer.from(`${DEFAULT}A = { description = "`), Buffer.from([0xed, 0xa0, 0x80])]),
      '1 error[E0102]: not UTF-8 text',
    ],
    ['long-name', `${DEFAULT}${LONG} = { description = "a" }`, '1 error[E0218]: limit exceeded'],
    ['prototype', `${DEFAULT}__proto__ = { constructor = 1 }`, '1 error[E0203]: unknown key'],
    [
      'bombs',
      `${DEFAULT}A = { description = "a", composed = "${'${'.repeat(100_000)}" }`,
      '1 error[E0103]: reference is not closed',
    ],
  ])('%s', async (name, manifest, first) => {
    expect(await told(name, { 'manifest.toml': manifest }, 'tool plan')).toBe(first);
  });

  test('names of prototypes resolve', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const secrets = names.map((name) => `${name} = { description = "d", default = "of ${name}" }`).join('\n');
    world.write(
      'prototypes/manifest.toml',
      `${HEAD}[defaults]\nproviders = ["env"]\n[profiles.__proto__]\n${secrets}\n`,
    );
    const { stdout } = await world.run('cd prototypes && tool export --profile __proto__ --format json');
    expect(`${stdout}`).toBe('{"__proto__":"of __proto__","constructor":"of constructor","toString":"of toString"}\n');
  });
});

describe('other files', () => {
  test('a plan file', async () => {
    const files = { 'plan.json': `{"plan":${'['.repeat(1_000_000)}` };
    expect(await told('plan', files, 'tool check --plan plan.json')).toBe('1 error[E1301]: not a plan file');
  });

  test('a user configuration', async () => {
    world.write('~/configured/tool/config.toml', `a = ${'{a='.repeat(100_000)}`);
    const files = { 'manifest.toml': `${DEFAULT}A = { description = "a" }` };
    expect(await told('configured', files, 'XDG_CONFIG_HOME=$HOME/configured tool check')).toBe(
      '1 error[E0101]: not valid TOML',
    );
  });

  test('a dotenv file', async () => {
    const files = {
      'manifest.toml': `${DEFAULT}A = { description = "a", providers = ["dotenv"] }`,
      '.env': `A="${'x\n'.repeat(2_000_000)}`,
    };
    expect(await told('dotenv', files, 'tool get A')).toMatch(/^1 error\[E11/u);
  });
});

describe('words', () => {
  const files = { 'manifest.toml': `${DEFAULT}A = { description = "a" }` };
  const typed = 'N=$(head -c 100000 /dev/zero | tr "\\0" N)';
  test.each([
    ['a command', 'tool $N', /^2 error: /u],
    ['an option', 'tool plan --$N', /^2 error: /u],
    ['an argument', 'tool plan $N', /^1 error\[E0812\]/u],
    ['a format', 'tool plan --format $N', /^2 error: /u],
    ['a profile', 'tool plan --profile $N', /^1 error\[E0801\]/u],
    ['a profile of a schema', 'tool schema --profile $N', /^1 error\[E0801\]/u],
    ['a kind of schema', 'tool schema --config $N', /^2 error: /u],
    ['a secret', 'tool get $N', /^1 error\[E0812\]/u],
    ['a store', 'tool get A --provider $N://', /^1 error\[E08/u],
    ['a manifest', 'tool --file $N plan', /^1 error\[E03/u],
    ['an output', 'tool schema --config global --output $N', /^1 error\[E1208\]/u],
    ['what acts on a terminal', "tool plan $(printf '\\033[31m\\302\\205')", /^1 error\[E0812\]/u],
    ['the name of a prototype', 'tool __proto__', /^2 error: /u],
    ['another name of a prototype', 'tool plan --profile constructor', /^1 error\[E0801\]/u],
  ])('%s', async (_, line, first) => expect(await told('words', files, `${typed}; ${line}`)).toMatch(first));
});

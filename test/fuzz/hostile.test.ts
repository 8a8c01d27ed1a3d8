/** Texts made to hurt: nested beyond sense, megabytes of nothing, names of prototypes, halves of characters. Each gives clean findings. */
import { describe, expect, test } from '@jest/globals';
import { locator, readUserConfig } from '#compiler/index.js';
import { compile } from '#compiler/pipeline.js';
import { parseTemplate } from '#compiler/template/parse-template.js';
import { parseDuration } from '#compiler/text/duration.js';
import { renderDiagnostics } from '#runtime/cli/views/diagnostics.js';
import { iniDocument } from '#runtime/decode/ini-document.js';
import { jsonDocument } from '#runtime/decode/json-document.js';
import { judgePlanFile } from '#runtime/plan/plan-file.js';
import { parseDotenv } from '#runtime/providers/dotenv/parse-dotenv.js';
import { canonicalJson } from '#schemas/canonical.js';
import { judgeSpec } from '#schemas/stores/judge-spec.js';
import { memoryHost } from '../helpers/memory-host.js';
import { sized } from '../helpers/thoroughness.js';
import { mustBeClean } from './clean.js';

const HEAD = '[project]\nname = "demo"\nrevision = "1.0"\n';
const DEFAULT = `${HEAD}[profiles.default]\n`;
const LONG = 'N'.repeat(100_000);
const MEGABYTES = sized(5_000_000);
const MANY = sized(20_000);

/** A declaration of A with these fields. */
const secret = (fields: string) => `${DEFAULT}A = { description = "a", ${fields} }\n`;
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');
/** The same characters each time, of this range. */
function garbage(size: number, lowest: number, highest: number): string {
  let state = 12_345;
  const characters = Array.from({ length: size }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return String.fromCharCode(lowest + (state % (highest - lowest)));
  });
  return characters.join('');
}

/** The codes found, each once, after a look at how they are shown. */
async function codesIn(text: string, parents: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const { plan, diagnostics, files } = await compile(
    memoryHost({ ...parents, 'manifest.toml': text }),
    'manifest.toml',
  );
  mustBeClean(diagnostics, text, await locator(files));
  expect(diagnostics.every(({ message, help }) => message.length + (help?.length ?? 0) < 10_000)).toBe(true);
  if (plan !== null) expect(canonicalJson(plan).length).toBeLessThan(100_000_000);
  return [...new Set(diagnostics.map(({ code }) => code))].sort();
}
const userCodes = (text: string) => {
  const { diagnostics } = readUserConfig('config.toml', text);
  mustBeClean(diagnostics, text);
  return [...new Set(diagnostics.map(({ code }) => code))].sort();
};

describe('nesting', () => {
  const dotted = Array(50_000).fill('a').join('.');
  test.each([
    ['arrays that stay open', `a = ${'['.repeat(100_000)}`, ['E0101']],
    ['arrays', `a = ${'['.repeat(100_000)}${']'.repeat(100_000)}`, ['E0101']],
    ['inline tables that stay open', `a = ${'{a='.repeat(100_000)}`, ['E0101']],
    ['inline tables', `a = ${'{a='.repeat(100_000)}1${'}'.repeat(100_000)}`, ['E0101']],
    ['arrays of tables', '[[a]]\n'.repeat(50_000), ['E0201', 'E0203']],
    ['a dotted key', `${dotted} = 1`, ['E0201', 'E0203']],
    ['a header', `${HEAD}[profiles.default.A.${dotted}]`, ['E0203']],
    ['as deep as is read', secret(`providers = ${'['.repeat(190)}${']'.repeat(190)}`), ['E0202']],
  ])('%s', async (_, text, codes) => expect(await codesIn(text)).toEqual(codes));

  test('a user configuration', () => expect(userCodes(`a = ${'['.repeat(100_000)}`)).toEqual(['E0101']));

  test('JSON and INI documents', () => {
    const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    expect(jsonDocument(deep, () => true).select(['0', '0']).kind).toBe('selected');
    expect(jsonDocument('{"a":'.repeat(500_000), () => true).select(['a'])).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(/not valid JSON/u),
    });
    expect(iniDocument('['.repeat(1_000_000)).select(['a']).kind).toBe('failed');
  });

  test('a plan file', () => {
    for (const text of [
      `{"plan":${'['.repeat(1_000_000)}`,
      `{"plan":{"format":1,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    ]) {
      const read = judgePlanFile(Buffer.from(text), 'plan.json');
      expect(read.kind).toBe('refused');
      if (read.kind === 'refused') mustBeClean([read.why], text);
    }
  });
});

describe('megabytes', () => {
  test.each([
    ['of any characters', garbage(MEGABYTES, 0, 0xd7ff), ['E0101']],
    ['of ASCII', garbage(MEGABYTES, 0x20, 0x7f), ['E0101']],
    ['of one letter', 'a'.repeat(MEGABYTES), ['E0101']],
    ['of brackets', '['.repeat(MEGABYTES), ['E0101']],
    ['of quotes', '"'.repeat(MEGABYTES), ['E0101']],
    ['of digits', `a = ${'1'.repeat(MEGABYTES)}`, ['E0201', 'E0203']],
    ['of line ends', '\n'.repeat(MEGABYTES), ['E0201']],
    ['of comment', `${secret('')}#${'x'.repeat(MEGABYTES)}`, []],
    ['of default', secret(`default = "${'x'.repeat(MEGABYTES)}"`), []],
    ['of one key again and again', `${DEFAULT}${'A = 1\n'.repeat(MEGABYTES / 6)}`, ['E0101']],
    [
      'of unknown keys',
      `${DEFAULT}A = { ${lines(sized(50_000), (index) => `unknown_key_${'x'.repeat(80)}_${index} = 1`).replaceAll('\n', ', ')} }`,
      ['E0203'],
    ],
    ['of one list', secret(`providers = [${'"env",'.repeat(sized(200_000))}]`), []],
    [
      'of groups',
      secret(`required = { at_least_one = [${lines(sized(20_000), (index) => `"g${index}",`)}] }`),
      ['E0503'],
    ],
  ])('%s', async (_, text, codes) => expect(await codesIn(text)).toEqual(codes));

  test('of a template', async () => {
    expect(await codesIn(secret(`composed = "${'${'.repeat(sized(500_000))}"`))).toEqual(['E0103']);
    expect(parseTemplate(`\${A}${'$'.repeat(MEGABYTES)}`).kind).toBe('template');
  });

  test('of a dotenv file', () => {
    expect(parseDotenv(`A="${'x\n'.repeat(MEGABYTES / 2)}`).kind).toBe('malformed');
    expect(parseDotenv(garbage(MEGABYTES, 1, 0xd7ff)).kind).toBe('malformed');
  });
});

describe('names of prototypes', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

  test('name profiles, secrets, aliases, scopes and groups', async () => {
    const text = NAMES.map(
      (name) => `
[profiles.${name}]
${name} = { description = "d", providers = ["${name}"], refs = { ${name} = { item = "${name}" } } }
[profiles.${name}.ONE]
description = "d"
required = { at_least_one = "${name}" }
[profiles.${name}.TWO]
description = "d"
required = { at_least_one = ["${name}"] }
[providers.${name}]
uri = "keyring://"
[scopes.${name}]
secrets = ["${name}"]`,
    );
    expect(await codesIn(`${HEAD}${text.join('\n')}`)).toEqual([]);
  });

  test.each(NAMES)('%s is no key of any table', async (name) => {
    const tables = [
      '',
      '[project]',
      '[defaults]',
      '[profiles.default.defaults]',
      '[profiles.default.A]',
      '[providers.a]',
      '[scopes.s]',
    ];
    for (const table of tables) expect(await codesIn(`${table}\n${name} = { ${name} = 1 }\n`)).toContain('E0203');
    expect(userCodes(`${name} = 1\n[defaults]\n${name} = 1\n[audit]\n${name} = 1\n`)).toEqual(['W0203']);
  });

  test.each(NAMES)('%s is no option, coordinate, role or mode', async (name) => {
    for (const field of ['generate', 'ref', 'required', 'extract'])
      expect(await codesIn(secret(`${field} = { ${name} = "x" }`))).toContain('E0203');
    expect(await codesIn(secret(`type = "x509_identity", credentials = { ${name} = "A" }`))).toContain('E0412');
    expect(await codesIn(secret(`type = "${name}"`))).toEqual(['E0204']);
  });
});

describe('NUL', () => {
  test('as a character is not TOML', async () => expect(await codesIn(secret('default = "\0"'))).toEqual(['E0101']));
  test('in values is kept', async () => expect(await codesIn(secret('default = "\\u0000"'))).toEqual([]));
  test('in a name', async () =>
    expect(await codesIn(`${DEFAULT}"A\\u0000" = { description = "a" }`)).toEqual(['E0211']));
  test('in an address', async () => {
    expect(await codesIn(secret('providers = ["file:./\\u0000"]'))).toEqual(['E0601']);
    expect(judgeSpec('vault://host/%00').uri).toBeNull();
  });
  test('where it means nothing', async () => {
    const text = `[project]\nname = "\\u0000"\nrevision = "\\u0000"\nextends = ["\\u0000"]\n[profiles."\\u0000"]\nA = { description = "\\u0000" }\n`;
    expect(await codesIn(text)).toEqual(['E0205', 'E0301']);
  });
});

describe('halves of characters', () => {
  test('are no text', async () => expect(await codesIn(secret('default = "\ud800"'))).toEqual(['E0102']));
  test('in a parent, either', async () => {
    const child = '[project]\nname = "c"\nrevision = "1.0"\nextends = ["parent.toml"]\n[profiles.default]\n';
    expect(await codesIn(child, { 'parent.toml': '# \udc00' })).toEqual(['E0102']);
  });
  test('cannot be escaped', async () => expect(await codesIn(secret('default = "\\ud800"'))).toEqual(['E0101']));
  test('in a user configuration', () => expect(userCodes('a = "\\udfff"')).toEqual(['E0101']));
});

describe('names of 100,000 characters', () => {
  test.each([
    [
      'a project',
      `[project]\nname = "${LONG}"\nrevision = "1.0"\n[profiles.default]\nA = { description = "a" }`,
      ['E0218'],
    ],
    [
      'a profile with many secrets',
      `${HEAD}[profiles.${LONG}]\n${lines(10_000, (index) => `S${index} = {}`)}`,
      ['E0218'],
    ],
    ['a secret', `${DEFAULT}${LONG} = { default = 1 }`, ['E0218']],
    ['an alias', `${secret('')}[providers]\n${LONG} = "env"`, ['E0218']],
    ['a scope', `${secret('')}[scopes.${LONG}]\nsecrets = ["A"]`, ['E0218']],
    ['a group', secret(`required = { exactly_one = ["${LONG}"] }`), ['E0218']],
    ['a key', secret(`${LONG} = 1`), ['E0203']],
    ['a revision', `[project]\nname = "p"\nrevision = "${LONG}"\n[profiles]`, ['E0205', 'E0304']],
    ['a type', secret(`type = "${LONG}"`), ['E0204']],
    ['a reference', secret(`composed = "\${${LONG}}"`), ['E0501']],
    ['a secret of a scope', `${secret('')}[scopes.s]\nsecrets = ["${LONG}"]`, ['E0505']],
    ['a scheme', secret(`providers = ["${LONG}://"]`), []],
    ['a pointer', secret(`extract = { format = "json", pointer = "${LONG}" }`), ['E0212']],
    ['coordinates as text', secret(`ref = "op://${'a/'.repeat(50_000)}"`), ['E0208']],
    ['a parent', `[project]\nname = "p"\nrevision = "1.0"\nextends = ["${LONG}"]\n[profiles.default]`, ['E0301']],
  ])('%s', async (_, text, codes) => expect(await codesIn(text)).toEqual(codes));

  test('of a duration', () => {
    expect(parseDuration(`${'9'.repeat(100_000)}s`)).toBeNull();
    expect(parseDuration('1h'.repeat(50_000))).toBe(180_000_000);
  });
  test('of an alias in a user configuration', () =>
    expect(userCodes(`[defaults.providers]\n${LONG} = "env"`)).toEqual(['E0218']));
});

describe('little text that means much', () => {
  test('many profiles that inherit many secrets', async () => {
    const secrets = lines(2_000, (index) => `S${index} = { description = "d" }`);
    const profiles = lines(2_000, (index) => `[profiles.p${index}]\ndefaults = { default = "${index}" }`);
    expect(await codesIn(`${DEFAULT}${secrets}\n${profiles}`)).toEqual(['E0218']);
  });

  test('one long default of a profile', async () => {
    const secrets = lines(2_000, (index) => `S${index} = { description = "d" }`);
    expect(await codesIn(`${DEFAULT}${secrets}\n[profiles.default.defaults]\ndefault = "${LONG}"`)).toEqual(['E0218']);
  });

  test('one long chain of all profiles', async () => {
    const profiles = lines(1_000, (index) => `[profiles.p${index}]`);
    const chain = `[defaults]\nproviders = ["dotenv:${LONG}"]`;
    expect(await codesIn(`${HEAD}${chain}\n[profiles.default]\nA = { description = "a" }\n${profiles}`)).toEqual([
      'E0218',
    ]);
  });

  test('a chain of many stores in a secret that each profile changes', async () => {
    // Long names, for a tenth of them to make more than a plan may hold.
    const chain = `providers = [${`"x-${'y'.repeat(150)}",`.repeat(sized(5_000))}]`;
    const profiles = lines(1_000, (index) => `[profiles.p${index}]\nA = { description = "${index}" }`);
    expect(await codesIn(`${DEFAULT}A = { description = "a", ${chain} }\n${profiles}`)).toEqual(['E0218']);
  });

  test('secrets that all refer to all', async () => {
    // The text is as long as the square of it.
    const count = Math.round(Math.sqrt(sized(90_000)));
    const all = Array.from({ length: count }, (_, index) => `\${S${index}}`).join('');
    expect(
      await codesIn(`${DEFAULT}${lines(count, (index) => `S${index} = { description = "d", composed = "${all}" }`)}`),
    ).toEqual(['E0502']);
  });

  test('a cycle of many secrets', async () => {
    const cycle = lines(MANY, (index) => `S${index} = { description = "d", composed = "\${S${(index + 1) % MANY}}" }`);
    expect(await codesIn(`${DEFAULT}${cycle}`)).toEqual(['E0502']);
  });

  test('a chain of many secrets is none', async () => {
    const chain = lines(MANY, (index) => `S${index} = { description = "d", composed = "\${S${index + 1}}" }`);
    expect(await codesIn(`${DEFAULT}${chain}\nS${MANY} = { description = "d" }`)).toEqual([]);
  });

  test('one mistake 20,000 times is counted', async () => {
    const text = `${DEFAULT}${lines(20_000, (index) => `S${index} = 1`)}`;
    const { diagnostics } = await compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml');
    expect(diagnostics).toHaveLength(20_000);
    expect(renderDiagnostics(diagnostics, { locate: () => null, colour: false })).toContain('19950 more');
  });

  test('parents of parents, 1,000 deep', async () => {
    const extending = (parent: number) =>
      `[project]\nname = "p"\nrevision = "1.0"\nextends = ["${parent}.toml"]\n[profiles.default]\nA = { description = "a" }\n`;
    const files = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`${index}.toml`, extending(index + 1)]),
    );
    expect(await codesIn(extending(0), { ...files, '1000.toml': secret('') })).toEqual([]);
    expect(await codesIn(extending(0), { ...files, '1000.toml': extending(0) })).toEqual(['E0303']);
  });
});

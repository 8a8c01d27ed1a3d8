/** The JSON Schemas that are shipped: generated from the shapes, valid, and of one mind with the compiler. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { Ajv, type AnySchemaObject } from 'ajv';
import { compile } from '#compiler/pipeline.js';
import { type ConfigurationKind, configurationSchema } from '#compiler/shape/json-schema.js';
import { readToml } from '#compiler/toml/read-toml.js';
import { readUserConfig } from '#compiler/user-config.js';
import { prettyJson } from '#schemas/canonical.js';
import { userConfigurationTexts } from './fuzz/golden-texts.js';
import { casesOf, GOLDEN, readTexts } from './helpers/golden.js';
import { memoryHost } from './helpers/memory-host.js';
import { openCli } from './helpers/run-cli.js';

const FOLDER = fileURLToPath(new URL('../../schemas/json', import.meta.url));
const FILES: readonly (readonly [string, ConfigurationKind])[] = [
  ['manifest.schema.json', 'project'],
  ['user-config.schema.json', 'global'],
];

const schemaOf = (kind: ConfigurationKind): AnySchemaObject => JSON.parse(configurationSchema(kind));
/** Unknown keywords and patterns that are none are errors; conditions may name keys without saying what they hold. */
const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
const validators = { project: ajv.compile(schemaOf('project')), global: ajv.compile(schemaOf('global')) };
const valuesOf = (text: string) => readToml('', text, () => {});

/** Every schema below a schema, itself included, with where it lies. */
function* schemasIn(schema: unknown, path = '#'): Generator<readonly [string, AnySchemaObject]> {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema)) yield [path, schema];
  for (const [key, value] of Object.entries(schema)) yield* schemasIn(value, `${path}/${key}`);
}

describe.each(FILES)('schemas/json/%s', (file, kind) => {
  const text = configurationSchema(kind);

  test('is what the shapes generate', () => {
    const path = join(FOLDER, file);
    if (process.env['GOLDEN_UPDATE'] === '1') {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('is what the command prints', async () => {
    const world = openCli();
    const { stdout, stderr, status } = await world.run(`tool schema --config ${kind}`);
    world.remove();
    expect({ status, stdout: `${stdout}`, stderr: `${stderr}` }).toEqual({ status: 0, stdout: text, stderr: '' });
  });

  test('is draft-07 with a name of its own, keys sorted', () => {
    const schema = schemaOf(kind);
    expect(Object.keys(schema).slice(0, 3)).toEqual(['$comment', '$id', '$schema']);
    expect(schema['$schema']).toBe('http://json-schema.org/draft-07/schema#');
    expect(schema['title']).toMatch(/\w/u);
    expect(text).toBe(prettyJson(schema));
    expect(ajv.validateSchema(schema)).toBe(true);
  });

  test('has the forms of tables that are used in several places once', () => {
    const found = Object.keys(schemaOf(kind)['definitions']);
    expect(found).toEqual(expect.arrayContaining(['alias', 'cache', 'coordinates']));
  });

  test('closes every table whose keys are fixed', () => {
    const tables = [...schemasIn(schemaOf(kind))].filter(([, { type, properties }]) => type === 'object' && properties);
    expect(tables.length).toBeGreaterThan(5);
    const open = tables.filter(([, table]) => table['additionalProperties'] === undefined);
    expect(open.map(([path]) => path)).toEqual([]);
  });

  test('knows no null', () => {
    expect([...schemasIn(schemaOf(kind))].filter(([, { type }]) => [type].flat().includes('null'))).toEqual([]);
  });

  test('describes every key', () => {
    const isDescribed = (schema: AnySchemaObject) => schema['description'] || schema['$ref'] || schema['allOf'];
    const keys = [...schemasIn(schemaOf(kind))].flatMap(([path, { properties, additionalProperties }]) =>
      additionalProperties === false && !/\/(then|if)\//u.test(path) ? Object.entries<AnySchemaObject>(properties) : [],
    );
    expect(keys.filter(([, schema]) => !isDescribed(schema)).map(([key]) => key)).toEqual([]);
  });
});

const codesOf = async (files: Readonly<Record<string, string>>) =>
  (await compile(memoryHost(files), 'manifest.toml')).diagnostics.map(({ code }) => code);
const manifestsIn = (name: string) =>
  Object.entries(readTexts(join(GOLDEN, 'plan', name))).filter(([file]) => file.endsWith('.toml'));
const verdictsOn = (name: string) =>
  manifestsIn(name).map(([file, text]) => {
    const values = valuesOf(text);
    return { file, isValid: values !== null && validators.project(values), errors: validators.project.errors };
  });

describe('the schema of manifests', () => {
  test.each(casesOf('plan'))('agrees about golden/plan/%s', async (name) => {
    const codes = await codesOf(Object.fromEntries(manifestsIn(name)));
    const verdicts = verdictsOn(name);
    const isShapeMistake = codes.some((code) => code.startsWith('E02'));
    if (!codes.some((code) => code.startsWith('E'))) expect(verdicts.filter(({ isValid }) => !isValid)).toEqual([]);
    if (isShapeMistake) expect(verdicts.every(({ isValid }) => isValid)).toBe(false);
  });
});

describe('the schema of user configurations', () => {
  const isValid = (text: string) => validators.global(valuesOf(text));

  test.each(userConfigurationTexts)('accepts %j', (text) => {
    expect(readUserConfig('config.toml', text).diagnostics).toEqual([]);
    expect(isValid(text)).toBe(true);
  });

  test.each([
    'defaults = 1',
    '[default]',
    '[defaults]\nprovder = "keyring"',
    '[defaults]\nprovider = ""',
    '[defaults.providers]\n" " = "keyring"',
    '[defaults.providers]\na = { cache = { provider = "keyring", max_age = "1h" } }',
    '[defaults.providers]\na = { uri = "env", cache = { provider = "keyring", max_age = "0s" } }',
    '[audit]\nmax_size_bytes = -1',
    '[audit]\nenabled = "yes"',
  ])('refuses %j', (text) => {
    expect(readUserConfig('config.toml', text).diagnostics).not.toEqual([]);
    expect(isValid(text)).toBe(false);
  });
});

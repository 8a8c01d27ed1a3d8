/** JSON Schemas of what commands print for programs: shipped, valid, and of one mind with every golden output. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { OUTPUT_NAMES, type OutputName } from '#schemas/outputs/output-names.js';
import { exactOutputSchema, outputSchema } from '#schemas/outputs/output-schema.js';
import { casesOf, GOLDEN, readTexts } from './helpers/golden.js';
import { openCli } from './helpers/run-cli.js';

const FOLDER = fileURLToPath(new URL('../../schemas/json', import.meta.url));

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
const schemaOf = (name: OutputName): AnySchemaObject => JSON.parse(outputSchema(name));
const openValidators = new Map(OUTPUT_NAMES.map((name) => [name, ajv.compile(schemaOf(name))]));
/** What this version writes, and nothing else. */
const validators = new Map(
  OUTPUT_NAMES.map((name) => [name, ajv.compile({ ...JSON.parse(exactOutputSchema(name)), $id: `exact:${name}` })]),
);
/** Tables whose keys an author chose: a new key in one is no new member of the format. */
const NAMED = ['profiles', 'stores', 'secrets', 'scopes', 'by', 'credentials', 'options', 'roles'];

describe.each(OUTPUT_NAMES)('the schema of %s', (name) => {
  test('is shipped as it is', () => {
    const path = join(FOLDER, `${name}.schema.json`);
    if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(path, outputSchema(name));
    expect(readFileSync(path, 'utf8')).toBe(outputSchema(name));
  });

  test('is what the command prints', async () => {
    const world = openCli();
    const { stdout, stderr, status } = await world.run(`tool schema --of ${name}`);
    world.remove();
    expect({ status, stdout: `${stdout}`, stderr: `${stderr}` }).toEqual({
      status: 0,
      stdout: outputSchema(name),
      stderr: '',
    });
  });

  test('is valid and named', () => {
    expect(ajv.validateSchema(schemaOf(name))).toBe(true);
    expect(schemaOf(name)['$id']).toBe(`urn:tool:schema:${name}`);
  });

  test('agrees with every golden output', () => {
    const validate = validators.get(name);
    const documents = goldens.filter((golden) => golden.output === name);
    expect(documents.length).toBeGreaterThan(0);
    for (const { where, document } of documents) {
      const isValid = validate?.(document);
      expect({ where, isValid, errors: validate?.errors ?? [] }).toEqual({ where, isValid: true, errors: [] });
    }
  });

  test('refuses a member that is not known, and one that is missing', () => {
    const validate = validators.get(name);
    const [{ document } = { document: {} }] = goldens.filter((golden) => golden.output === name);
    const record = document as Readonly<Record<string, unknown>>;
    expect(validate?.({ ...record, more: 1 })).toBe(false);
    const [first = ''] = Object.keys(record);
    expect(validate?.({ ...record, [first]: undefined })).toBe(false);
  });
});

describe.each(OUTPUT_NAMES)('an older schema of %s', (name) => {
  const documents = () => goldens.filter((golden) => golden.output === name).slice(0, 40);

  test('accepts a newer document of the same format, with more members anywhere', () => {
    const accepts = openValidators.get(name);
    for (const { where, document } of documents()) {
      const isValid = accepts?.(withMore(document, true));
      expect({ where, isValid, errors: accepts?.errors ?? [] }).toEqual({ where, isValid: true, errors: [] });
    }
  });

  test('refuses a document of another format, and one without a member', () => {
    const accepts = openValidators.get(name);
    for (const { document } of documents()) {
      const record = document as Readonly<Record<string, unknown>>;
      for (const version of ['format', 'schema_version'])
        if (Object.hasOwn(record, version)) expect(accepts?.({ ...record, [version]: 2 })).toBe(false);
      const [first = ''] = Object.keys(record);
      expect(accepts?.({ ...record, [first]: undefined })).toBe(false);
    }
  });
});

/** The document with a member more in each of its tables. */
function withMore(value: unknown, isTable: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => withMore(each, true));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, each]): [string, unknown] => {
    const isNamed = isTable && NAMED.includes(key) && typeof each === 'object' && !Array.isArray(each);
    return [key, withMore(each, !isNamed)];
  });
  return { ...Object.fromEntries(members), ...(isTable && { addedLater: { any: [1] } }) };
}

interface Golden {
  readonly where: string;
  readonly output: OutputName;
  readonly document: unknown;
}

/** All JSON documents in the expected output of commands and passes that are one of these outputs. */
const goldens: readonly Golden[] = [
  ...casesOf('plan').flatMap((name) => textsOf(`plan/${name}`, 'plan.json')),
  ...casesOf('cli').flatMap((name) => textsOf(`cli/${name}`, 'stdout.txt')),
].flatMap(({ where, text }) =>
  documentsIn(text).flatMap((document): readonly Golden[] => {
    const output = outputOf(document);
    return output === null ? [] : [{ where, output, document }];
  }),
);

function textsOf(name: string, file: string): readonly { readonly where: string; readonly text: string }[] {
  const text = readTexts(join(GOLDEN, name))[file];
  return text === undefined ? [] : [{ where: `${name}/${file}`, text }];
}

/** A document starts and ends at the start of a line, or is a line. */
function documentsIn(text: string): readonly unknown[] {
  const texts = text.match(/^\{$[\s\S]*?^\}$|^\{.+\}$/gmu) ?? [];
  return texts.flatMap((each) => {
    try {
      return [JSON.parse(each)];
    } catch {
      return [];
    }
  });
}

function outputOf(document: unknown): OutputName | null {
  const has = (...names: readonly string[]) =>
    typeof document === 'object' && document !== null && names.every((name) => Object.hasOwn(document, name));
  if (has('schema_version', 'secrets')) return 'check';
  if (has('old', 'new', 'changes') || has('manifests')) return 'plan-diff';
  if (has('integrity', 'plan')) return 'plan-file';
  if (has('format', 'hash', 'nodes', 'edges')) return 'plan-graph';
  if (has('format', 'hash', 'profile', 'down')) return 'plan-simulate';
  if (has('format', 'hash', 'policy', 'statements')) return 'plan-policy';
  if (has('format', 'hash', 'document', 'services')) return 'plan-emit';
  if (has('format', 'hash', 'caches', 'profiles')) return 'plan-cost';
  if (has('format', 'hash', 'contacts')) return 'plan-contacts';
  if (has('format', 'hash', 'dependents')) return 'plan-uses';
  if (has('format', 'hash', 'secret')) return 'plan-why';
  if (has('format', 'hash', 'entries')) return 'plan-entries';
  if (has('format', 'findings', 'notLookedFor')) return 'scan';
  if (has('format', 'contacted', 'findings')) return 'doctor';
  if (has('format', 'outcome', 'written')) return 'edit';
  if (has('format', 'powers', 'added')) return 'trust';
  if (has('format', 'approvals')) return 'trust-list';
  return has('format', 'project', 'secrets') ? 'plan' : null;
}

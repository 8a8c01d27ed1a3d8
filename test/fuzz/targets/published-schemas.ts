/** The JSON Schemas and the compiler judge shapes alike. */
import { Ajv } from 'ajv';
import { stringify } from 'smol-toml';
import { readUserConfig } from '#compiler/index.js';
import { compile } from '#compiler/pipeline.js';
import { configurationSchema } from '#compiler/shape/json-schema.js';
import { readToml } from '#compiler/toml/read-toml.js';
import { named } from '#schemas/named.js';
import { memoryHost } from '../../helpers/memory-host.js';
import { manifestValues, userConfigurationValues } from '../manifest-values.js';
import { must, target } from '../target.js';

const ajv = new Ajv({ strict: false, allErrors: true });
const isManifest = ajv.compile(JSON.parse(configurationSchema('project')));
const isUserConfiguration = ajv.compile(JSON.parse(configurationSchema('global')));

/** What one file and one declaration decide, but no schema can say: a duration of more seconds than 64 bits hold. */
const BEYOND_SCHEMAS = ['E0210'];
/** Not of shape, but said by the schema all the same. */
const SAID_BY_SCHEMA = ['E0401', 'E0402', 'E0702', 'E0704', 'E0705', 'E0707'];
/** Settings that another version may know: the compiler warns, an editor marks them. */
const FORGIVEN = /^W0(203|905)$/u;

export const manifestSchema = target({
  name: 'manifest-schema',
  share: 4,
  inputs: manifestValues,
  judge: async (values) => {
    const text = stringify(values);
    const { diagnostics } = await compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml');
    mustAgree(diagnostics, isManifest(valuesOf(text)), text);
  },
});

export const userConfigurationSchema = target({
  name: 'user-configuration-schema',
  share: 2,
  inputs: userConfigurationValues,
  judge: (values) => {
    const text = stringify(values);
    mustAgree(readUserConfig('config.toml', text).diagnostics, isUserConfiguration(valuesOf(text)), text);
  },
});

/** JSON has no dates; null is what no schema here accepts. */
function valuesOf(text: string): unknown {
  return withoutDates(readToml('manifest.toml', text, () => {}));
}

function withoutDates(value: unknown): unknown {
  if (value instanceof Date) return null;
  if (Array.isArray(value)) return value.map(withoutDates);
  if (typeof value !== 'object' || value === null) return value;
  return named(Object.entries(value).map(([key, member]) => [key, withoutDates(member)]));
}

function mustAgree(found: readonly { readonly code: string }[], isValid: boolean, text: string): void {
  const codes = found.map(({ code }) => code);
  const isOfShape = (code: string) =>
    (code.startsWith('E02') && !BEYOND_SCHEMAS.includes(code)) || SAID_BY_SCHEMA.includes(code);
  // This validator counts texts in a plain object, where `__proto__` gets lost.
  if (codes.includes('E0213') && text.includes('__proto__')) return;
  const unsaid = codes.find(isOfShape);
  must(!isValid || unsaid === undefined, `the schema accepts ${unsaid}:\n${text}`);
  must(
    isValid || codes.some((code) => code.startsWith('E') || FORGIVEN.test(code)),
    `the schema alone refuses\n${text}`,
  );
}

/** For JSON Schema: which options of `generate` go with which type, out of the catalogue of types (spec 2.8). */
import type { Json } from '#schemas/plan.js';
import type { OptionDescriptor, SecretTypeDescriptor } from '#schemas/secret-types/descriptor.js';
import { secretTypes } from '#schemas/secret-types/index.js';

type Keywords = Readonly<Record<string, Json>>;

/**
 * One condition for each type. A declaration that inherits its type from the default profile meets none of them; what only
 * code can check (`refuses` of a descriptor) is left to the rules.
 */
export const generateConditions: readonly Keywords[] = Object.values<SecretTypeDescriptor>(secretTypes).map((type) => ({
  if: { properties: { type: { const: type.type } }, required: ['type', 'generate'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that is never awaited.
  then: { properties: { generate: generateOf(type) } },
}));

/** `true` means an empty table, `false` none: it fits every type. */
function generateOf({ can, options }: SecretTypeDescriptor): Keywords {
  if (!can.includes('generate')) return { const: false };
  const required = Object.keys(options).filter((name) => options[name]?.required);
  const alone = required.length === 0 ? { type: 'boolean' } : { const: false };
  return { anyOf: [alone, tableOf(options, required)] };
}

function tableOf(options: SecretTypeDescriptor['options'], required: readonly string[]): Keywords {
  const properties = Object.entries(options).map(([name, option]) => [name, schemaOf(option)]);
  const dependencies = Object.entries(options).flatMap(([name, { onlyFor }]) =>
    onlyFor === undefined ? [] : [[name, algorithmIs(onlyFor, options['algorithm'])]],
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
  };
}

/** Left out, the algorithm is its default. */
function algorithmIs(needed: string, algorithm: OptionDescriptor | undefined): Keywords {
  const isDefault = algorithm?.default === needed;
  return { properties: { algorithm: { const: needed } }, ...(!isDefault && { required: ['algorithm'] }) };
}

function schemaOf(option: OptionDescriptor): Keywords {
  switch (option.kind) {
    case 'count':
      if (option.values !== undefined) return { enum: option.values };
      return { type: 'integer', minimum: option.minimum, maximum: option.maximum };
    case 'choice':
      return { enum: option.values };
    case 'text':
      return { type: 'string' };
    case 'list':
      return { type: 'array', minItems: 1, uniqueItems: true, items: entryOf(option.values) };
  }
}

function entryOf(values: readonly string[] | undefined): Keywords {
  return values === undefined ? { type: 'string' } : { enum: values };
}

/** The few forms of JSON Schema (2020-12) that the schemas of outputs are written with. */
import type { Json } from '../plan.js';

export type Schema = { readonly [keyword: string]: Json };

type KeysOf<T> = T extends unknown ? keyof T & string : never;

/** A table with fixed members: the type names them all, so that a new member does not compile without its schema. */
export function table<T>(properties: Readonly<Record<KeysOf<T>, Schema>>, optional: readonly KeysOf<T>[] = []): Schema {
  const names = Object.keys(properties);
  return {
    type: 'object',
    properties,
    required: names.filter((name) => !optional.some((left) => left === name)),
    additionalProperties: false,
  };
}

/** A table whose keys an author chose. */
export function namedTable(values: Schema): Schema {
  return { type: 'object', additionalProperties: values };
}

export function listOf(items: Schema, more: Schema = {}): Schema {
  return { type: 'array', items, ...more };
}

export function oneOf(...forms: readonly Schema[]): Schema {
  return { anyOf: forms };
}

export function words(...values: readonly (string | boolean | null)[]): Schema {
  return { enum: values };
}

export function defined(name: string): Schema {
  return { $ref: `#/$defs/${name}` };
}

export function described(description: string, schema: Schema): Schema {
  return { description, ...schema };
}

export const TEXT: Schema = { type: 'string' };
export const FLAG: Schema = { type: 'boolean' };
export const NAMES: Schema = listOf(TEXT);
export const HASH: Schema = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' };
export const TEXT_OR_NONE: Schema = { type: ['string', 'null'] };

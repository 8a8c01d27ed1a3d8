/**
 * Shapes of params and results: written once, they check what arrives, type it, and are the JSON Schemas that `rpc.discover` publishes.
 * zod would do all of it, but takes 125 ms to load, three times what a whole `tool get` takes.
 *
 *     const params = object({ name: text({ max: 256 }) }, { purpose: object({ consumer: text() }) });
 *     type Params = Shaped<typeof params>;                 // { name: string; purpose?: { consumer: string } }
 *     const fault = params.fault(received, 'strict');      // null, or where: `purpose.consumer`
 */
import type { JsonObject, JsonValue } from './json-text.js';
import { isObject } from './wire-error.js';

/** Whether members that are not known are accepted: in results, which a newer sender may have more in. */
export type Strictness = 'strict' | 'tolerant';

export interface Shape<T> {
  readonly schema: JsonObject;
  /** Null if the value has the shape; else the path to what is wrong, without any of its content: `''` for the value itself. */
  fault(value: JsonValue | undefined, how: Strictness): string | null;
  /** Never there: it only carries the type. */
  readonly type?: T;
}
export type Shaped<S> = S extends Shape<infer T> ? T : never;

function leaf<T extends JsonValue>(schema: JsonObject, isFine: (value: JsonValue | undefined) => boolean): Shape<T> {
  return { schema, fault: (value) => (isFine(value) ? null : '') };
}

interface TextLimits {
  /** Bytes of UTF-8. */
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
}

/** `description` says what the schema cannot: JSON Schema counts characters. */
export function text({ min = 0, max = Number.POSITIVE_INFINITY, pattern }: TextLimits = {}): Shape<string> {
  const schema = {
    type: 'string',
    ...(min > 0 && { minLength: 1 }),
    ...(Number.isFinite(max) && { maxLength: max, description: `at most ${max} bytes of UTF-8` }),
    ...(pattern !== undefined && { pattern: pattern.source }),
  };
  return leaf(schema, (value) => {
    if (typeof value !== 'string' || !(pattern?.test(value) ?? true)) return false;
    const length = min > 0 || Number.isFinite(max) ? Buffer.byteLength(value) : 0;
    return length >= min && length <= max;
  });
}

export function integer(minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER): Shape<number> {
  return leaf(
    { type: 'integer', minimum, maximum },
    (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum && value <= maximum,
  );
}

export const flag: Shape<boolean> = leaf({ type: 'boolean' }, (value) => typeof value === 'boolean');

/** One of these words. */
export function word<const W extends string>(...words: readonly W[]): Shape<W> {
  return leaf({ enum: words }, (value) => words.some((one) => one === value));
}

/** Any object, whatever is in it. */
export const anyObject: Shape<JsonObject> = leaf({ type: 'object' }, isObject);

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return {
    schema: { anyOf: [shape.schema, { type: 'null' }] },
    fault: (value, how) => (value === null ? null : shape.fault(value, how)),
  };
}

interface ListLimits {
  readonly min?: number;
  readonly max?: number;
  readonly isSet?: boolean;
}

export function list<T>(shape: Shape<T>, { min = 0, max, isSet = false }: ListLimits = {}): Shape<readonly T[]> {
  return {
    schema: {
      type: 'array',
      items: shape.schema,
      ...(min > 0 && { minItems: min }),
      ...(max !== undefined && { maxItems: max }),
      ...(isSet && { uniqueItems: true }),
    },
    fault: (value, how) => {
      if (!isArray(value) || value.length < min || value.length > (max ?? value.length)) return '';
      if (isSet && new Set(value).size < value.length) return '';
      for (const [index, item] of value.entries()) {
        const fault = shape.fault(item, how);
        if (fault !== null) return below(String(index), fault);
      }
      return null;
    },
  };
}

/** Members of any names that have one shape. */
export function record<T>(shape: Shape<T>, name: RegExp = /^/): Shape<{ readonly [name: string]: T }> {
  return {
    schema: { type: 'object', propertyNames: { pattern: name.source }, additionalProperties: shape.schema },
    fault: (value, how) => {
      if (!isObject(value) || !Object.keys(value).every((one) => name.test(one))) return '';
      for (const [key, item] of Object.entries(value)) {
        const fault = shape.fault(item, how);
        if (fault !== null) return below(key, fault);
      }
      return null;
    },
  };
}

type Shapes = Readonly<Record<string, Shape<unknown>>>;
type Members<S extends Shapes> = { readonly [N in keyof S]: Shaped<S[N]> };

/** Members that must be there, and those that may. */
export function object<R extends Shapes, O extends Shapes = Record<never, never>>(
  required: R,
  optional?: O,
): Shape<Members<R> & Partial<Members<O>>> {
  const all: Shapes = { ...required, ...optional };
  const members = Object.entries(all);
  const names = Object.keys(required);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
      ...(names.length > 0 && { required: names }),
      additionalProperties: false,
    },
    fault: (value, how) => {
      if (!isObject(value)) return '';
      const unknown = how === 'strict' ? Object.keys(value).find((name) => !Object.hasOwn(all, name)) : undefined;
      if (unknown !== undefined) return '';
      const missing = names.find((name) => value[name] === undefined);
      if (missing !== undefined) return missing;
      for (const [key, shape] of members) {
        const fault = value[key] === undefined ? null : shape.fault(value[key], how);
        if (fault !== null) return below(key, fault);
      }
      return null;
    },
  };
}

/** One of several objects, told apart by a member: `status` or `kind`. */
export function choice<const Tag extends string, C extends Readonly<Record<string, Shape<unknown>>>>(
  tag: Tag,
  cases: C,
): Shape<{ [Name in keyof C & string]: { readonly [T in Tag]: Name } & Shaped<C[Name]> }[keyof C & string]> {
  return {
    schema: { oneOf: Object.entries(cases).map(([name, { schema }]) => tagged(schema, tag, name)) },
    fault: (value, how) => {
      if (!isObject(value)) return '';
      const { [tag]: name, ...rest } = value;
      if (typeof name !== 'string' || !Object.hasOwn(cases, name)) return tag;
      return cases[name]?.fault(rest, how) ?? null;
    },
  };
}

function tagged(schema: JsonObject, tag: string, name: string): JsonObject {
  const properties = schema['properties'];
  const required = schema['required'];
  return {
    ...schema,
    properties: { [tag]: { const: name }, ...(isObject(properties) ? properties : {}) },
    required: [tag, ...(isArray(required) ? required : [])],
  };
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function below(name: string, fault: string | null): string | null {
  if (fault === null) return null;
  return fault === '' ? name : `${name}.${fault}`;
}

/** What may be written at a key path of a manifest, and what it means: read off the shapes, as the JSON Schema is. */
import * as z from 'zod';
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { withoutOptional } from './known-keys.js';
import { manifestShape } from './manifest-shape.js';

export interface Setting {
  readonly key: string;
  readonly meaning: string | null;
  /** The texts and words that may be its value, in TOML spelling; none if it is free. */
  readonly values: readonly string[];
  /** Of which kinds its value may be. */
  readonly kinds: readonly ValueKind[];
}
export type ValueKind = 'table' | 'list' | 'text' | 'boolean' | 'number';

type KeyPath = Place['path'];

/** The keys of the table at this path, in the order of the shape; none where an author chooses them. */
export function settingsIn(path: KeyPath): readonly Setting[] {
  const found = new Map<string, Setting>();
  for (const table of shapesAt(manifestShape, path)) {
    if (!(table instanceof z.ZodObject)) continue;
    for (const [key, shape] of Object.entries(table.shape as Record<string, z.ZodType>))
      if (!found.has(key)) found.set(key, settingOf(key, shape));
  }
  return [...found.values()];
}

/** The key at this path; null for a name that an author chose, and for a key that does not exist. */
export function settingAt(path: KeyPath): Setting | null {
  const key = path.at(-1);
  return settingsIn(path.slice(0, -1)).find((setting) => setting.key === key) ?? null;
}

/** The values that may be written at this path, which may be that of an entry of a list. */
export function valuesAt(path: KeyPath): readonly string[] {
  return [...new Set(shapesAt(manifestShape, path).flatMap(valuesOf))];
}

/** Every shape that a value at the path may have, unions taken apart. */
function shapesAt(optional: z.ZodType, path: KeyPath): readonly z.ZodType[] {
  const shape = withoutOptional(optional);
  if (shape instanceof z.ZodUnion) return (shape.options as z.ZodType[]).flatMap((option) => shapesAt(option, path));
  const [first, ...rest] = path;
  if (first === undefined) return [shape];
  const member = memberOf(shape, first);
  return member === null ? [] : shapesAt(member, rest);
}

function memberOf(shape: z.ZodType, key: string | number): z.ZodType | null {
  if (shape instanceof z.ZodArray) return typeof key === 'number' ? (shape.element as z.ZodType) : null;
  if (shape instanceof z.ZodRecord) return shape.valueType as z.ZodType;
  if (!(shape instanceof z.ZodObject)) return null;
  const known = Object.hasOwn(shape.shape, key) ? (shape.shape as Record<string, z.ZodType>)[key] : undefined;
  const others = shape.def.catchall as z.ZodType | undefined;
  if (known !== undefined) return known;
  return others === undefined || others instanceof z.ZodNever ? null : others;
}

function settingOf(key: string, shape: z.ZodType): Setting {
  const shapes = shapesAt(shape, []);
  return {
    key,
    meaning: meaningOf(shape),
    values: [...new Set(shapes.flatMap(valuesOf))],
    kinds: [...new Set(shapes.flatMap(kindOf))],
  };
}

/** Said of the setting, else of what it is made of. */
function meaningOf(shape: z.ZodType): string | null {
  const said = shape.meta()?.description;
  if (said !== undefined) return said;
  const inner = withoutOptional(shape);
  if (inner !== shape) return meaningOf(inner);
  if (!(shape instanceof z.ZodUnion)) return null;
  return (shape.options as z.ZodType[]).map(meaningOf).find((meaning) => meaning !== null) ?? null;
}

function valuesOf(shape: z.ZodType): readonly string[] {
  if (shape instanceof z.ZodBoolean) return ['true', 'false'];
  const listed = shape.meta()?.['enum'] ?? shape.meta()?.['const'];
  if (typeof listed === 'string') return [JSON.stringify(listed)];
  if (Array.isArray(listed)) return listed.map((value) => JSON.stringify(value));
  if (shape instanceof z.ZodEnum) return shape.options.map((value) => JSON.stringify(value));
  if (shape instanceof z.ZodLiteral) return [...shape.values].map((value) => JSON.stringify(value));
  return [];
}

function kindOf(shape: z.ZodType): readonly ValueKind[] {
  if (shape instanceof z.ZodBoolean) return ['boolean'];
  if (shape instanceof z.ZodNumber) return ['number'];
  if (shape instanceof z.ZodArray) return ['list'];
  if (shape instanceof z.ZodObject || shape instanceof z.ZodRecord) return ['table'];
  return shape instanceof z.ZodUnknown ? [] : ['text'];
}

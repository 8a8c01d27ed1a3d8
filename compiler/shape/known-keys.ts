/** The keys that a shape of zod allows. */
import * as z from 'zod';
import type { KeyPath } from './shape-place.js';

/** The keys that the table at this path may have. */
export function keysOf(shape: z.ZodType, path: KeyPath): readonly string[] {
  const tables = tablesAt(shape, path);
  return tables.flatMap((table) => Object.keys(table.shape));
}

function tablesAt(shape: z.ZodType, path: KeyPath): readonly z.ZodObject[] {
  const plain = withoutOptional(shape);
  if (plain instanceof z.ZodUnion) return (plain.options as z.ZodType[]).flatMap((option) => tablesAt(option, path));
  const [first, ...rest] = path;
  if (first === undefined) return plain instanceof z.ZodObject ? [plain] : [];
  if (plain instanceof z.ZodObject) {
    const member = (plain.shape as Record<string, z.ZodType>)[String(first)];
    return member === undefined ? [] : tablesAt(member, rest);
  }
  if (plain instanceof z.ZodRecord) return tablesAt(plain.valueType as z.ZodType, rest);
  if (plain instanceof z.ZodArray) return tablesAt(plain.element as z.ZodType, rest);
  return [];
}

/** The shape of a key that may be left out. */
export function withoutOptional(shape: z.ZodType): z.ZodType {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodExactOptional)
    return withoutOptional(shape.unwrap() as z.ZodType);
  return shape;
}

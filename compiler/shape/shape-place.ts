/** Where a value that is judged by a shape stands: what to point at, and what to call it. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { shownKey } from './prototype-keys.js';

export type KeyPath = readonly (string | number)[];

/** Where a table stands and what people call it. */
export interface ShapeContext {
  readonly at: { readonly file: string; readonly path: KeyPath };
  /** "a secret declaration", "`[project]`". */
  readonly table: string;
  /** Said behind a key whose own name does not tell whose it is: "scope `worker`". */
  readonly owner?: string | null;
}

export function placeAt(context: ShapeContext, path: KeyPath, part: Place['part']): Place {
  const shown = path.map((step) => (typeof step === 'string' ? shownKey(step) : step));
  return { file: context.at.file, path: [...context.at.path, ...shown], part };
}

/** The key that a person would point at: an entry of a list is spoken of by the list's name. */
export function keyWord(path: KeyPath, context: ShapeContext): string {
  const named = [...context.at.path, ...path].filter((segment) => typeof segment === 'string');
  return shownKey(named.at(-1) ?? 'the manifest');
}

export function lastOf(path: KeyPath): string {
  return shownKey(String(path.at(-1) ?? ''));
}

/** The value at a path, or undefined. */
export function valueAt(root: unknown, path: KeyPath): unknown {
  let value = root;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string | number, unknown>)[segment];
  }
  return value;
}

/** The place of a value that a shape checks: what to point at, and what to call it. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { shownKey } from './prototype-keys.js';

export type KeyPath = readonly (string | number)[];

/** The place of a table and its name in messages. */
export interface ShapeContext {
  readonly at: { readonly file: string; readonly path: KeyPath };
  /** "a secret declaration", "`[project]`". */
  readonly table: string;
  /** Added after a key whose own name does not tell what it belongs to: "scope `worker`". */
  readonly owner?: string | null;
}

export function placeAt(context: ShapeContext, path: KeyPath, part: Place['part']): Place {
  const shown = path.map((step) => (typeof step === 'string' ? shownKey(step) : step));
  return { file: context.at.file, path: [...context.at.path, ...shown], part };
}

/** The key to name in a message: for an entry of a list, the list's name. */
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

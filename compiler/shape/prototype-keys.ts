/**
 * zod leaves keys out that are called `__proto__`, and takes a date for a table without keys. A manifest may write what it
 * likes, so shapes see another name and another value for them.
 */
import { DATE } from './shape-words.js';

/** The same value where nothing is in the way. */
export function hidePrototypeKeys(value: unknown): unknown {
  return withKeys(value, (key) => (IN_THE_WAY.test(key) ? `\0${key}` : key));
}

/** Takes back what `hidePrototypeKeys` did. */
export function showPrototypeKeys<T>(value: T): T {
  return withKeys(value, shownKey) as T;
}

/** A key as the author wrote it. */
export function shownKey(key: string): string {
  return HIDDEN.test(key) ? key.slice(1) : key;
}

/** With NULs before it, so that an author who writes those gets back what was written. */
const IN_THE_WAY = /^\0*__proto__$/u;
const HIDDEN = /^\0+__proto__$/u;

/** Shapes look no deeper than this; keys with dots may nest without end. */
const DEEPEST = 12;

function withKeys(value: unknown, rename: (key: string) => string, depth = 0): unknown {
  if (value instanceof Date) return DATE;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return withItems(value, rename, depth + 1);
  const written = Object.entries(value);
  const renamed = written.map(([key, part]) => [rename(key), withKeys(part, rename, depth + 1)] as const);
  const isSame = written.every(([key, part], index) => renamed[index]?.[0] === key && renamed[index]?.[1] === part);
  return isSame ? value : tableOf(renamed);
}

function withItems(items: readonly unknown[], rename: (key: string) => string, depth: number): readonly unknown[] {
  const renamed = items.map((item) => withKeys(item, rename, depth));
  return renamed.every((item, index) => item === items[index]) ? items : renamed;
}

/** `__proto__` is a key as any other. */
function tableOf(entries: readonly (readonly [string, unknown])[]): object {
  const table = {};
  for (const [key, value] of entries) {
    Object.defineProperty(table, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return table;
}

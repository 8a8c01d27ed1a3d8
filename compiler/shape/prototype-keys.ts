/**
 * zod drops keys named `__proto__`, and treats a date as a table without keys. A manifest may contain
 * both, so shapes see another name and another value for them.
 */
import { DATE } from './shape-words.js';

/** The same value if it has neither. */
export function hidePrototypeKeys(value: unknown): unknown {
  return withKeys(value, (key) => (IN_THE_WAY.test(key) ? `\0${key}` : key));
}

/** Reverses `hidePrototypeKeys`. */
export function showPrototypeKeys<T>(value: T): T {
  return withKeys(value, shownKey) as T;
}

/** A key as the author wrote it. */
export function shownKey(key: string): string {
  return HIDDEN.test(key) ? key.slice(1) : key;
}

/** With NULs before it, so that a name that is written like this can be restored too. */
const IN_THE_WAY = /^\0*__proto__$/u;
const HIDDEN = /^\0+__proto__$/u;

/** Shapes look no deeper than this; dotted keys may nest without limit. */
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

/** `__proto__` is a key like any other. */
function tableOf(entries: readonly (readonly [string, unknown])[]): object {
  const table = {};
  for (const [key, value] of entries) {
    Object.defineProperty(table, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return table;
}

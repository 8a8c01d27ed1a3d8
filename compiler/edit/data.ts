/** The data of a TOML text, before and after an edit. Keys may be named as members of prototypes are. */
import type { TomlTable } from '../toml/read-toml.js';

type Path = readonly string[];

export function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Undefined if there is nothing. */
export function valueAt(data: TomlTable, path: Path): unknown {
  return path.reduce<unknown>((at, key) => (isTable(at) && Object.hasOwn(at, key) ? at[key] : undefined), data);
}

export function withPath(data: TomlTable, path: Path, value: unknown): TomlTable {
  const [key, ...rest] = path;
  if (key === undefined) return data;
  const member = Object.hasOwn(data, key) ? data[key] : undefined;
  return { ...data, [key]: rest.length === 0 ? value : withPath(isTable(member) ? member : {}, rest, value) };
}

export function withoutPath(data: TomlTable, path: Path): TomlTable {
  const above = path.slice(0, -1);
  const table = valueAt(data, above);
  const key = path.at(-1);
  if (key === undefined || !isTable(table)) return data;
  const { [key]: _removed, ...left } = table;
  return above.length === 0 ? left : withPath(data, above, left);
}

/** Without the tables on the way to the path that hold nothing. */
export function withoutEmptyTables(data: TomlTable, path: Path): TomlTable {
  let left = data;
  for (let length = path.length - 1; length > 0; length--) {
    const above = path.slice(0, length);
    const table = valueAt(left, above);
    if (isTable(table) && Object.keys(table).length === 0) left = withoutPath(left, above);
  }
  return left;
}

export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((element, index) => isSame(element, other[index]));
  }
  if (one instanceof Date && other instanceof Date) return one.toISOString() === other.toISOString();
  if (!isTable(one) || !isTable(other)) return Object.is(one, other);
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

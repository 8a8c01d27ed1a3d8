/**
 * Records whose keys an author chose. `constructor` and `__proto__` are valid names of secrets, scopes and aliases,
 * so such records have no prototype and are read through one function.
 */

export type Named<T> = Readonly<Record<string, T>>;

/** The value an author gave this name, never something inherited from a prototype. */
export function own<T>(record: Named<T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A record without prototype, keys in the order given. */
export function named<T>(entries: Iterable<readonly [string, T]>): Named<T> {
  const record: Record<string, T> = Object.create(null);
  for (const [key, value] of entries) record[key] = value;
  return record;
}

/** Order of names everywhere: by UTF-16 units, independent of any locale. */
export function byName(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A record without prototype, keys sorted. */
export function sortedNamed<T>(entries: Iterable<readonly [string, T]>): Named<T> {
  return named([...entries].sort(([left], [right]) => byName(left, right)));
}

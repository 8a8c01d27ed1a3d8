/** Work that goes to one store together. */

/** Items by the store they are for, in order; items without one are left out. Linear. */
export function byStore<T>(
  items: readonly T[],
  storeOf: (item: T) => number | null,
): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const store = storeOf(item);
    if (store === null) continue;
    const group = groups.get(store) ?? [];
    groups.set(store, group);
    group.push(item);
  }
  return groups;
}

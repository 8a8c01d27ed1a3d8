/** Lists that others print. */

/** What each of them is; null if it is not a list, or one of them is not what it should be: a part of a list would make entries missing. */
export function wholeList<Item>(list: unknown, itemOf: (value: unknown) => Item | null): readonly Item[] | null {
  const items = Array.isArray(list) ? list.map((value) => itemOf(value)) : null;
  return items?.every((item) => item !== null) ? items : null;
}

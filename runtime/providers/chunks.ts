/** Items in groups of a size, for requests that take so many. */
export function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size);
  return starts.map((start) => items.slice(start, start + size));
}

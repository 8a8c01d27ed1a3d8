/** Names in a sentence, as they are: `A, B and C`. */
export function joinedNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

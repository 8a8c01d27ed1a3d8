/** Files of keys, one per line. */

/** The content of each line, by its number; without comments and blank lines. */
export function keyLines(text: string): readonly (readonly [key: string, line: number])[] {
  const lines = text.split(/\r\n|\r|\n/u).map((line, index) => [line.trim(), index + 1] as const);
  return lines.filter(([key]) => key !== '' && !key.startsWith('#'));
}

/** `export --format shell`: lines for `eval` (semantics 6.4). */

/** Single quotes keep everything; a single quote in the text closes the quotes, is escaped, and opens them again. */
export function exportShell(values: Iterable<readonly [string, string]>): string {
  return [...values].map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`).join('');
}

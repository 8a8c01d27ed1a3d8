/** `export --format shell`: lines for `eval` (semantics 6.4). */

/** Single quotes keep everything; a single quote ends the text, stands escaped, and opens it again. */
export function exportShell(values: Iterable<readonly [string, string]>): string {
  return [...values].map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`).join('');
}

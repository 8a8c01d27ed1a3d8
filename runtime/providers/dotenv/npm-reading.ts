/** What the dotenv of npm, the most used reader, takes from a dotenv text. `test/stores/dotenv-readers.mjs` compares with itself. */

/** The last value of each key, as `parse` of that library gives it. */
export function npmReading(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [, key = '', written = ''] of text.replace(/\r\n?/g, '\n').matchAll(LINE)) values.set(key, meant(written));
  return values;
}

/** It passes over what does not fit. As in the library, except that a match does not begin with blank lines, which takes long. */
const LINE =
  /^[^\S\n]*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\n]+)?\s*(?:#.*)?$/gm;

function meant(written: string): string {
  const trimmed = written.trim();
  const value = trimmed.replace(/^(['"`])([\s\S]*)\1$/gm, '$2');
  return trimmed.startsWith('"') ? value.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : value;
}

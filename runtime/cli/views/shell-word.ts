/** An argument of a command to copy into a shell: quoted if it needs quotes. */
export function shellWord(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) ? text : shellQuoted(text);
}

/** In single quotes, which keep everything; one in the text closes them, is escaped, and opens them again. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Texts that begin below the line that names their end. */
import type { Odd } from './syntax.js';

/** `open`: a sticky pattern whose groups are the quote and the word of the end. In single quotes there are no holes. */
export function hereDocument(open: RegExp, text: string, at: number, holes: readonly string[]): Odd | null {
  open.lastIndex = at;
  const found = open.exec(text);
  if (found === null) return null;
  const close = new RegExp(`^[ \\t]*${found[2]}\\b`, 'mu');
  return { end: at + found[0].length, isString: true, below: { close, holes: found[1] === "'" ? [] : holes } };
}

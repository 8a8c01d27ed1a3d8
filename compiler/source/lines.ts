/** Lines and columns of a text, found by binary search: many places of one long line cost no more than one. */

export interface Lines {
  /** Counted from 1; columns in characters, so that a surrogate pair counts once. */
  at(offset: number): { readonly line: number; readonly column: number };
  /** The offset of the first character of a line. */
  start(line: number): number;
  /** A line by its number, without its line end. */
  text(line: number): string;
}

export function linesOf(text: string): Lines {
  const starts = [0, ...offsetsOf(text, /\n/gu, 1)];
  const pairs = offsetsOf(text, /[\ud800-\udbff][\udc00-\udfff]/g, 1);
  return {
    at(offset) {
      const line = countUpTo(starts, offset);
      const start = starts[line - 1] ?? 0;
      return { line, column: offset - start - (countUpTo(pairs, offset - 1) - countUpTo(pairs, start - 1)) + 1 };
    },
    start: (line) => starts[line - 1] ?? text.length,
    text(line) {
      const start = starts[line - 1] ?? text.length;
      const end = starts[line] ?? text.length + 1;
      return text.slice(start, end - 1).replace(/\r$/u, '');
    },
  };
}

function offsetsOf(text: string, pattern: RegExp, added: number): number[] {
  return Array.from(text.matchAll(pattern), ({ index }) => index + added);
}

/** How many of the ascending numbers are not above the limit. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

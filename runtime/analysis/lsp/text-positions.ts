/** Offsets of a text, in UTF-16 units, as lines and characters in the encoding that the client chose, and back. */
import type { Position, PositionEncodingKind, Range } from 'vscode-languageserver-protocol';

export type PositionEncoding = 'utf-8' | 'utf-16' | 'utf-32';

/** The first that the client lists and the server has. */
export function encodingFor(offered: unknown): PositionEncoding {
  const known: readonly PositionEncodingKind[] = ['utf-8', 'utf-16', 'utf-32'];
  const first = Array.isArray(offered) ? offered.find((one) => known.includes(one)) : undefined;
  return first ?? 'utf-16';
}

export interface TextPositions {
  /** Offsets outside of the text mean its ends. */
  position(offset: number): Position;
  range(span: { readonly start: number; readonly end: number }): Range;
  /** Lines and characters outside of the text mean the nearest place in it. */
  offset(position: Position): number;
}

/** Lines end at LF, CRLF and CR, none of which belongs to a line. */
export function positionsIn(text: string, encoding: PositionEncoding): TextPositions {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/gu), ({ 0: end, index }) => index + end.length)];
  const start = (line: number) => starts[line] ?? text.length;
  const lineAt = (offset: number) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (start(middle) <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
  const position = (offset: number): Position => {
    const within = Math.min(Math.max(offset, 0), text.length);
    const line = lineAt(within);
    return { line, character: unitsOf(text.slice(start(line), within), encoding) };
  };
  return {
    position,
    range: (span) => ({ start: position(span.start), end: position(span.end) }),
    offset({ line, character }) {
      if (line >= starts.length) return text.length;
      const content = text.slice(start(line), start(line + 1)).replace(/[\r\n]+$/u, '');
      return start(line) + lengthOf(content, character, encoding);
    },
  };
}

function unitsOf(text: string, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return text.length;
  return encoding === 'utf-8' ? Buffer.byteLength(text) : [...text].length;
}

/** The UTF-16 units of so many units of the encoding, at most all of them; a half of a character counts as none of it. */
function lengthOf(text: string, units: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return Math.min(units, text.length);
  let [passed, length] = [0, 0];
  for (const character of text) {
    passed += unitsOf(character, encoding);
    if (passed > units) break;
    length += character.length;
  }
  return length;
}

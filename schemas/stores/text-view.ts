/** A text as it reads when its escapes are resolved, with the way back to where each part of it is written. */

/** UTF-16 units, the end exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface TextView {
  readonly text: string;
  /** The offset in the written text of the character at this offset of `text`; for the end, the end of the written text. */
  written(offset: number): number;
}

/** A stretch of a written text and what it says. */
export interface ViewPiece extends TextSpan {
  readonly text: string;
}

/** Joins pieces; where one says what it does not spell, all of it is written where it starts. */
export function viewOf(pieces: Iterable<ViewPiece>): TextView {
  const starts: number[] = [];
  let text = '';
  let end = 0;
  for (const piece of pieces) {
    const isPlain = piece.text.length === piece.end - piece.start;
    for (let unit = 0; unit < piece.text.length; unit++) starts.push(isPlain ? piece.start + unit : piece.start);
    text += piece.text;
    end = piece.end;
  }
  return { text, written: (offset) => starts[offset] ?? end };
}

/** Percent escapes of ASCII characters resolved: all that structures an address is one. Null where there is none. */
export function percentDecoded(text: string): TextView | null {
  const escapes = [...text.matchAll(/%[0-7][0-9A-Fa-f]/gu)];
  if (escapes.length === 0) return null;
  const pieces: ViewPiece[] = [];
  let start = 0;
  for (const { 0: spelling, index } of escapes) {
    const end = index + spelling.length;
    pieces.push({ start, end: index, text: text.slice(start, index) });
    pieces.push({ start: index, end, text: String.fromCharCode(Number.parseInt(spelling.slice(1), 16)) });
    start = end;
  }
  pieces.push({ start, end: text.length, text: text.slice(start) });
  return viewOf(pieces);
}

/** Where a TOML text holds what is never shown, regardless of quotes and escapes. */
import { type HiddenPart, hiddenParts, merged } from '#schemas/stores/hidden-parts.js';
import { viewOf } from '#schemas/stores/text-view.js';
import { endOfString, piecesOf, type Span } from './toml-string.js';

/**
 * The hidden stretches on one line, as offsets of the text. If the text is not TOML, quotes may be a part of what they
 * seem to end: then the line is also read as a whole.
 */
export type HiddenOnLine = (line: Span, isToml: boolean) => readonly HiddenPart[];

/** The text is divided once, for the first requested line; only pieces on requested lines are examined. */
export function hiddenInSource(text: string): HiddenOnLine {
  let pieces: readonly Span[] | null = null;
  const known = new Map<Span, readonly HiddenPart[]>();
  const hiddenIn = (piece: Span) => {
    const found = known.get(piece) ?? hiddenInPiece(text.slice(piece.start, piece.end), piece.start);
    known.set(piece, found);
    return found;
  };
  return (line, isToml) => {
    pieces ??= [...piecesOfSource(text)];
    const inPieces = pieces.slice(firstEndingAfter(pieces, line.start)).values();
    const hidden: HiddenPart[] = [];
    for (const piece of inPieces) {
      if (piece.start >= line.end) break;
      hidden.push(...hiddenIn(piece));
    }
    if (!isToml) hidden.push(...hiddenInBrokenLine(text.slice(line.start, line.end), line.start));
    const inLine = ({ start, end, isCertain }: HiddenPart) => ({
      start: Math.max(start, line.start),
      end: Math.min(end, line.end),
      isCertain,
    });
    return merged(hidden.map(inLine));
  };
}

/** Strings, comments, and what is between them. */
function* piecesOfSource(text: string): Generator<Span> {
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start);
    yield { start, end };
    start = end;
  }
}

function endOfPiece(text: string, start: number): number {
  const character = text.charAt(start);
  if (character === '"' || character === "'") return Math.max(endOfString(text, start), start + 1);
  const end = nextOf(character === '#' ? /\n/g : /["'#\n]/g, text, start + 1);
  return end === -1 ? text.length : end;
}

function nextOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/** The index of the first of these ascending pieces that ends after the offset. */
function firstEndingAfter(pieces: readonly Span[], offset: number): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pieces[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function hiddenInPiece(written: string, at: number): readonly HiddenPart[] {
  return /^["']/u.test(written) ? hiddenInString(written, at) : movedBy(at, hiddenParts(written));
}

/** For a string, its decoded content counts. */
function hiddenInString(written: string, at: number): readonly HiddenPart[] {
  const view = viewOf(piecesOf(written));
  const inWritten = ({ start, end, isCertain }: HiddenPart) => ({
    start: view.written(start),
    end: view.written(end),
    isCertain,
  });
  return movedBy(at, hiddenParts(view.text).map(inWritten));
}

function hiddenInBrokenLine(line: string, at: number): readonly HiddenPart[] {
  return [...movedBy(at, hiddenParts(line)), ...hiddenInString(`"${line}`, at - 1)];
}

function movedBy(by: number, parts: readonly HiddenPart[]): readonly HiddenPart[] {
  return parts.map(({ start, end, isCertain }) => ({ start: start + by, end: end + by, isCertain }));
}

/** Strings of TOML as written: where they end, their decoded text, and the position of each part of it. */

/** Offsets in UTF-16 units, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stretch of a written string, and its decoded text: the same text, or the meaning of an escape. */
interface StringPiece extends Span {
  readonly text: string;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
]);

/** The end of the string that starts at `start` with `"` or `'`. One that is not closed ends with its line, or the text. */
export function endOfString(text: string, start: number): number {
  const quote = text.charAt(start);
  return isMultiLine(text, start) ? endOfMultiLine(text, start, quote) : endOfLine(text, start, quote);
}

function isMultiLine(text: string, start: number): boolean {
  return text.startsWith(text.charAt(start).repeat(3), start);
}

function endOfLine(text: string, start: number, quote: string): number {
  for (let offset = start + 1; offset < text.length; offset++) {
    const character = text[offset];
    if (character === quote) return offset + 1;
    if (character === '\n') return offset;
    if (character === '\\' && quote === '"' && text[offset + 1] !== '\n') offset++;
  }
  return text.length;
}

function endOfMultiLine(text: string, start: number, quote: string): number {
  const closing = quote.repeat(3);
  for (let offset = start + 3; offset < text.length; offset++) {
    if (text[offset] === '\\' && quote === '"') offset++;
    else if (text.startsWith(closing, offset)) return afterQuotes(text, offset + 3, quote);
  }
  return text.length;
}

/** One or two more quotes before the closing three belong to the string. */
function afterQuotes(text: string, end: number, quote: string): number {
  if (text[end] !== quote) return end;
  return text[end + 1] === quote ? end + 2 : end + 1;
}

/** The decoded text of a written string, given with its quotes. */
export function valueOfString(written: string): string {
  return Array.from(piecesOf(written), (piece) => piece.text).join('');
}

/** The position of a part of the decoded text in the written string, given with its quotes. */
export function spanInString(written: string, part: Span): Span {
  let passed = 0;
  let start: number | null = null;
  let end = contentOf(written).start;
  for (const piece of piecesOf(written)) {
    const next = passed + piece.text.length;
    if (start === null && part.start < next) start = offsetIn(piece, part.start - passed, piece.start);
    end = offsetIn(piece, part.end - passed, piece.end);
    if (part.end <= next) break;
    passed = next;
  }
  return { start: start ?? end, end: Math.max(start ?? end, end) };
}

/** Inside a plain stretch every unit has its own offset; an escape is pointed at as a whole. */
function offsetIn(piece: StringPiece, units: number, otherwise: number): number {
  const isPlain = piece.text.length === piece.end - piece.start;
  return isPlain ? Math.min(piece.start + Math.max(units, 0), piece.end) : otherwise;
}

/** The content of a written string, given with its quotes, in stretches; all that is between quotes belongs to one. */
export function* piecesOf(written: string): Generator<StringPiece> {
  const content = contentOf(written);
  if (written.startsWith("'")) {
    yield { ...content, text: written.slice(content.start, content.end) };
    return;
  }
  for (let start = content.start; start < content.end; ) {
    const piece = written[start] === '\\' ? escapeAt(written, start) : plainAt(written, start, content.end);
    yield piece;
    start = piece.end;
  }
}

/** Between the quotes, and after the line break that may follow the opening three. */
function contentOf(written: string): Span {
  const quotes = isMultiLine(written, 0) ? 3 : 1;
  const isClosed = written.length >= 2 * quotes && written.endsWith(written.charAt(0));
  const lineBreak = quotes === 3 ? (/^\r?\n/u.exec(written.slice(3, 5))?.[0].length ?? 0) : 0;
  return { start: quotes + lineBreak, end: isClosed ? written.length - quotes : written.length };
}

function plainAt(written: string, start: number, limit: number): StringPiece {
  const backslash = written.indexOf('\\', start);
  const end = backslash === -1 ? limit : Math.min(backslash, limit);
  return { start, end, text: written.slice(start, end) };
}

function escapeAt(string: string, start: number): StringPiece {
  const spelling = /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([ \t]*\r?\n[ \t\r\n]*)|([\s\S]?))/y;
  spelling.lastIndex = start;
  const [written = '\\', byte, short, long, lineBreak, character = ''] = spelling.exec(string) ?? [];
  const end = start + written.length;
  if (lineBreak !== undefined) return { start, end, text: '' };
  const code = byte ?? short ?? long;
  if (code === undefined) return { start, end, text: ESCAPES.get(character) ?? character };
  const point = Number.parseInt(code, 16);
  return { start, end, text: point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point) };
}

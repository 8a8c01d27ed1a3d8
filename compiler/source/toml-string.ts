/** Strings of TOML as they are written: where they end, what they say, and where each part of it stands. */

/** Offsets in UTF-16 units, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stretch of a written string, and the text it stands for: the same text, or what an escape means. */
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

/** What the string written at `span` says. */
export function valueOfString(text: string, span: Span): string {
  return Array.from(piecesOf(text, span), (piece) => piece.text).join('');
}

/** Where a part of the value of the string written at `written` stands in the text. */
export function spanInString(text: string, written: Span, part: Span): Span {
  let passed = 0;
  let start: number | null = null;
  let end = written.start;
  for (const piece of piecesOf(text, written)) {
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

function* piecesOf(text: string, span: Span): Generator<StringPiece> {
  const content = contentOf(text, span);
  if (text[span.start] === "'") {
    yield { ...content, text: text.slice(content.start, content.end) };
    return;
  }
  for (let start = content.start; start < content.end; ) {
    const piece = text[start] === '\\' ? escapeAt(text, start) : plainAt(text, start, content.end);
    yield piece;
    start = piece.end;
  }
}

/** Between the quotes, and after the line break that may follow the opening three. */
function contentOf(text: string, { start, end }: Span): Span {
  const quotes = isMultiLine(text, start) ? 3 : 1;
  const isClosed = end - start >= 2 * quotes && text[end - 1] === text[start];
  const lineBreak = quotes === 3 ? (/^\r?\n/u.exec(text.slice(start + 3, start + 5))?.[0].length ?? 0) : 0;
  return { start: start + quotes + lineBreak, end: isClosed ? end - quotes : end };
}

function plainAt(text: string, start: number, limit: number): StringPiece {
  const backslash = text.indexOf('\\', start);
  const end = backslash === -1 || backslash > limit ? limit : backslash;
  return { start, end, text: text.slice(start, end) };
}

function escapeAt(text: string, start: number): StringPiece {
  const escape = /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([ \t]*\r?\n[ \t\r\n]*)|([^]?))/y;
  escape.lastIndex = start;
  const [written = '\\', byte, short, long, lineBreak, character = ''] = escape.exec(text) ?? [];
  const end = start + written.length;
  if (lineBreak !== undefined) return { start, end, text: '' };
  const code = byte ?? short ?? long;
  if (code === undefined) return { start, end, text: ESCAPES.get(character) ?? character };
  const point = Number.parseInt(code, 16);
  return { start, end, text: point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point) };
}

/** Where passwords of store URIs stand in a line of a file or in a sentence (spec 5.2). */
import { passwordSpan } from '#schemas/stores/store-uri.js';

/** UTF-16 units, the end exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export const HIDDEN_PASSWORD = '***';

const SCHEME_AT_START = /^[A-Za-z0-9][A-Za-z0-9+.-]*:/u;
const SCHEME_CHARACTER = /[A-Za-z0-9+.-]/u;
const LONGEST_SCHEME = 64;
/** The place of a password may hold references to secrets (spec 2.7): these are names, and worth reading. */
const REFERENCES = /^(?:\$\{[A-Za-z_][A-Za-z0-9_]*\})+$/u;

/** The text with `***` for every password of a URI in it. */
export function hidePasswords(text: string): string {
  let shown = '';
  let end = 0;
  for (const span of passwordSpans(text)) {
    shown += text.slice(end, span.start) + HIDDEN_PASSWORD;
    end = span.end;
  }
  return shown + text.slice(end);
}

/** In order, without overlaps. */
export function passwordSpans(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  if (!text.includes('@')) return spans;
  for (let start = 0; start < text.length; ) {
    const piece = pieceAt(text, start);
    for (const span of spansIn(text.slice(piece.start, piece.end))) {
      spans.push({ start: span.start + piece.start, end: span.end + piece.start });
    }
    start = piece.next;
  }
  return spans;
}

/** The inside of a quoted string, or what stands between strings: a password ends with its string at the latest. */
function pieceAt(text: string, start: number): TextSpan & { readonly next: number } {
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'") {
    const length = text.slice(start).search(/["']/u);
    const end = length === -1 ? text.length : start + length;
    return { start, end, next: end };
  }
  let end = start + 1;
  while (end < text.length && text[end] !== quote) end += text[end] === '\\' && quote === '"' ? 2 : 1;
  return { start: start + 1, end, next: end + 1 };
}

/** A string may be a URI as a whole, also a short one without `//`; elsewhere a scheme and `//` start one. */
function* spansIn(text: string): Generator<TextSpan> {
  const last = text.lastIndexOf('@');
  let start: number | null = SCHEME_AT_START.test(text) ? 0 : nextScheme(text, 0);
  while (start !== null && start < last) {
    const found = passwordSpan(text.slice(start));
    const span = found && { start: start + found.start, end: start + found.end };
    if (span !== null && !REFERENCES.test(text.slice(span.start, span.end))) yield span;
    start = nextScheme(text, span?.end ?? text.indexOf(':', start) + 1);
  }
}

/** Where the next scheme with `//` starts, not before `from`. */
function nextScheme(text: string, from: number): number | null {
  for (let mark = text.indexOf('://', from); mark !== -1; mark = text.indexOf('://', mark + 1)) {
    let start = mark;
    while (start > Math.max(from, mark - LONGEST_SCHEME) && SCHEME_CHARACTER.test(text.charAt(start - 1))) start--;
    if (start < mark) return start;
  }
  return null;
}

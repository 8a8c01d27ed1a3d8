/** The value after the `=` of a dotenv line: bare, in double quotes or in single quotes. */
import {
  BACKSLASH,
  DOUBLE_QUOTE,
  HASH,
  isBlank,
  isLineEnd,
  LINE_FEED,
  SINGLE_QUOTE,
  search,
  skipBlanks,
} from './characters.js';

/** A value and where it is written, quotes included. `rest` is the index of a comment or of the end of the line. */
export interface ReadValue {
  readonly kind: 'value';
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly rest: number;
}
/** What is wrong at an index. The message does not quote the file. */
export interface Problem {
  readonly kind: 'problem';
  readonly at: number;
  readonly problem: string;
}

/** Reads the value that starts right after `=`. One pass over its characters. */
export function readValue(text: string, index: number): ReadValue | Problem {
  const start = skipBlanks(text, index);
  const code = text.charCodeAt(start);
  if (start >= text.length || isLineEnd(code) || code === HASH) {
    return { kind: 'value', value: '', start: index, end: index, rest: start };
  }
  return code === DOUBLE_QUOTE || code === SINGLE_QUOTE ? readQuoted(text, start) : readBare(text, start);
}

/**
 * Up to the line end or a comment, which needs a blank before it. A quote in the middle is an ordinary character, but
 * between two of them `#` is one too; so is every `#` after a quote that is never closed.
 */
function readBare(text: string, start: number): ReadValue {
  let value = '';
  let copied = start;
  // Blanks before this index are part of the value: they were escaped, or are before an escaped one.
  let solid = start;
  let quote = -1;
  let at = start;
  for (; ; at++) {
    at = search(text, BARE_STOP, at);
    const code = text.charCodeAt(at);
    if (at === text.length || isLineEnd(code)) break;
    if (code === HASH) {
      if (quote === -1 && at > solid && isBlank(text.charCodeAt(at - 1))) break;
    } else if (code !== BACKSLASH) quote = quoteAfter(quote, code);
    else if (isEscapable(text.charCodeAt(at + 1))) {
      value += text.slice(copied, at);
      at += 1;
      copied = at;
      solid = at + 1;
    }
  }
  let end = at;
  while (end > solid && isBlank(text.charCodeAt(end - 1))) end--;
  return { kind: 'value', value: value + text.slice(copied, end), start, end, rest: at };
}
const BARE_STOP = /["'#\\\r\n]/g;

/** The open quote after a quote character, which closes one of the same kind, and opens one if none is open. */
function quoteAfter(open: number, code: number): number {
  if (code === open) return -1;
  return open === -1 ? code : open;
}

function isEscapable(code: number): boolean {
  return ESCAPABLE.includes(code);
}
const ESCAPABLE: readonly number[] = [...'\\\'"$#` \t'].map((character) => character.charCodeAt(0));

/** Up to the closing quote, over line ends, which become line feeds. Nothing but a comment may follow. */
function readQuoted(text: string, start: number): ReadValue | Problem {
  const quote = text.charCodeAt(start);
  const [stop, escapes] =
    quote === DOUBLE_QUOTE ? ([DOUBLE_STOP, DOUBLE_ESCAPES] as const) : ([SINGLE_STOP, SINGLE_ESCAPES] as const);
  let value = '';
  let copied = start + 1;
  for (let at = start + 1; ; at++) {
    at = search(text, stop, at);
    if (at === text.length) break;
    const code = text.charCodeAt(at);
    if (code === quote) return closed(text, start, at, value + text.slice(copied, at));
    const isEscape = code === BACKSLASH;
    const meant = isEscape ? escapes.get(text.charCodeAt(at + 1)) : '\n';
    // A backslash before any other character is kept, and so is the character.
    if (meant === undefined) continue;
    value += text.slice(copied, at) + meant;
    if (isEscape || text.charCodeAt(at + 1) === LINE_FEED) at += 1;
    copied = at + 1;
  }
  return { kind: 'problem', at: start, problem: 'unclosed quote' };
}

const DOUBLE_STOP = /["\\\r]/g;
const SINGLE_STOP = /['\\\r]/g;

function closed(text: string, start: number, quote: number, value: string): ReadValue | Problem {
  const end = quote + 1;
  const rest = skipBlanks(text, end);
  const code = text.charCodeAt(rest);
  if (rest < text.length && code !== HASH && !isLineEnd(code)) {
    return { kind: 'problem', at: rest, problem: 'unexpected text after the closing quote' };
  }
  return { kind: 'value', value, start, end, rest };
}

function escapeTable(pairs: Readonly<Record<string, string>>): ReadonlyMap<number, string> {
  return new Map(Object.entries(pairs).map(([letter, meant]) => [letter.charCodeAt(0), meant]));
}
const SINGLE_ESCAPES = escapeTable({ '\\': '\\', "'": "'" });
const DOUBLE_ESCAPES = escapeTable({
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
  $: '$',
});

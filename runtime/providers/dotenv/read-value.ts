/** What stands behind the `=` of a dotenv line: bare, in double quotes or in single quotes. */
import {
  BACKSLASH,
  CARRIAGE_RETURN,
  DOUBLE_QUOTE,
  HASH,
  isBlank,
  isLineEnd,
  LINE_FEED,
  SINGLE_QUOTE,
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
/** What is wrong at an index. The problem is said in words that quote nothing of the file. */
export interface Problem {
  readonly kind: 'problem';
  readonly at: number;
  readonly problem: string;
}

/** Reads the value that starts right behind `=`. One pass over its characters. */
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
 * between two of them `#` is one too; so is every `#` behind a quote that is never closed.
 */
function readBare(text: string, start: number): ReadValue {
  let value = '';
  let copied = start;
  let end = start;
  let quote = -1;
  let isBehindBlank = false;
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code) || (code === HASH && isBehindBlank && quote === -1)) break;
    isBehindBlank = false;
    if (code === BACKSLASH && isEscapable(text.charCodeAt(at + 1))) {
      value += text.slice(copied, at);
      at += 1;
      copied = at;
    } else if (code === quote) quote = -1;
    else if (quote === -1 && (code === DOUBLE_QUOTE || code === SINGLE_QUOTE)) quote = code;
    else isBehindBlank = isBlank(code);
    // Blanks at the end of the line do not belong to the value, unless they are escaped.
    if (!isBehindBlank) end = at + 1;
  }
  return { kind: 'value', value: value + text.slice(copied, end), start, end, rest: at };
}

function isEscapable(code: number): boolean {
  return ESCAPABLE.includes(code);
}
const ESCAPABLE: readonly number[] = [...'\\\'"$#` \t'].map((character) => character.charCodeAt(0));

/** Up to the closing quote, over line ends, which become line feeds. Nothing but a comment may follow. */
function readQuoted(text: string, start: number): ReadValue | Problem {
  const quote = text.charCodeAt(start);
  const escapes = quote === DOUBLE_QUOTE ? DOUBLE_ESCAPES : SINGLE_ESCAPES;
  let value = '';
  let copied = start + 1;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return closed(text, start, at, value + text.slice(copied, at));
    const isEscape = code === BACKSLASH;
    if (!isEscape && code !== CARRIAGE_RETURN) continue;
    const meant = isEscape ? escapes.get(text.charCodeAt(at + 1)) : '\n';
    // A backslash before any other character stays, and so does the character.
    if (meant === undefined) continue;
    value += text.slice(copied, at) + meant;
    if (isEscape || text.charCodeAt(at + 1) === LINE_FEED) at += 1;
    copied = at + 1;
  }
  return { kind: 'problem', at: start, problem: 'the quote is never closed' };
}

function closed(text: string, start: number, quote: number, value: string): ReadValue | Problem {
  const end = quote + 1;
  const rest = skipBlanks(text, end);
  const code = text.charCodeAt(rest);
  if (rest < text.length && code !== HASH && !isLineEnd(code)) {
    return { kind: 'problem', at: rest, problem: 'text follows the closing quote' };
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

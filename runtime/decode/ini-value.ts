/** What follows the separator of an INI key: literal to the end of the line, or in quotes. */
import { endOfLine, startsComment, trimmed, trimmedEnd } from './ini-text.js';

export interface ReadValue {
  /** Null if the value starts with a quote that is not closed. */
  readonly text: string | null;
  /** Where the line after it starts. */
  readonly next: number;
}

/** Three quotes are one delimiter, as in the files of Grafana and Gitea: they may enclose single ones. */
const OPENING = /^(?:"""|"|')/u;
/** A line that has a separator before the quote is a key, unless the quote closes it. */
const KEY = /[=:]/u;

/** Quotes are removed, and what follows the closing one is part of the value, except a comment. There are no escapes. */
export function valueAt(document: string, from: number): ReadValue {
  const end = endOfLine(document, from);
  const literal = trimmed(document.slice(from, end));
  const quote = OPENING.exec(literal)?.[0];
  if (quote === undefined) return { text: literal, next: end + 1 };
  const start = document.indexOf(quote, from) + quote.length;
  const close = document.indexOf(quote, start);
  if (close === -1 || (close > end && isOfAnotherKey(document, close, quote))) return { text: null, next: end + 1 };
  const closeEnd = endOfLine(document, close);
  const after = rest(document.slice(close + quote.length, closeEnd));
  return { text: document.slice(start, close) + after, next: closeEnd + 1 };
}

/** Whether a quote on a later line closes nothing: an apostrophe or the start of the value of the key there. */
function isOfAnotherKey(document: string, at: number, quote: string): boolean {
  const before = document.slice(document.lastIndexOf('\n', at) + 1, at);
  return KEY.test(before) && rest(document.slice(at + quote.length, endOfLine(document, at))) !== '';
}

/** What follows a closing quote on its line: a comment only if white space is before it. */
function rest(line: string): string {
  const isComment = /^\s/u.test(line) && startsComment(trimmed(line));
  return isComment ? '' : trimmedEnd(line);
}

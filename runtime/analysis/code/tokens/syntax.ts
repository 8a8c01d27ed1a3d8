/** How a language writes comments and strings: all that must be known to read the rest as words and marks. */

import type { Token } from './token.js';

export interface StringForm {
  readonly open: string;
  readonly close: string;
  /** Whether a backslash keeps the next character from ending it. */
  readonly escapes: boolean;
  /** Whether it may go on over the end of a line. */
  readonly lines: boolean;
  /** Code inside of it: `#{` to `}`. */
  readonly holes?: readonly string[];
  /** Whether what opens a hole stands for itself where it is written twice: `{{`. */
  readonly doubled?: boolean;
  /** Whether `$name` in it stands for a value. */
  readonly dollars?: boolean;
}

export interface Syntax {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** Whether a block comment may hold another one. */
  readonly nests?: boolean;
  /** Where several begin alike, the longer one comes first. */
  readonly strings: readonly StringForm[];
  /** What is written in no other way: raw strings with delimiters of the author, documents in place. */
  /** The characters that it may begin with. */
  readonly oddStarts?: string;
  readonly odd?: (text: string, at: number, before: Token | undefined) => Odd | null;
}

/** Where it ends, and what it is: a string, or nothing at all. */
export interface Odd {
  readonly end: number;
  readonly isString: boolean;
  /** Of a string without code inside. */
  readonly content?: string | null;
  /** It goes on below its line, to the end of what this matches there; `holes` as in strings. */
  readonly below?: { readonly close: RegExp; readonly holes: readonly string[] };
}

/** From the place of an opening to the mark that closes it, or to the end of the text. */
export function untilMark(text: string, start: number, close: string): Odd {
  const end = text.indexOf(close, start);
  return end === -1
    ? { end: text.length, isString: true }
    : { end: end + close.length, isString: true, content: text.slice(start, end) };
}

const CHARACTER = /'(?:\\[^\n]{1,12}?|[^'\\\n])'/y;

/** `'x'`, where `'x` alone is something else, whose quote is passed over. */
export function character(text: string, at: number): Odd | null {
  if (text[at] !== "'") return null;
  CHARACTER.lastIndex = at;
  const whole = CHARACTER.exec(text);
  return { end: at + (whole?.[0].length ?? 1), isString: false };
}

export const DOUBLE: StringForm = { open: '"', close: '"', escapes: true, lines: false };
export const SINGLE: StringForm = { open: "'", close: "'", escapes: true, lines: false };
export const SLASHES = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const;

/** The context of a point in a text: the brackets around it and the character before it. All text before it is valid TOML. */
import { endOfString } from '../source/toml-string.js';

export interface Spot {
  readonly text: string;
  readonly offset: number;
  /** `\n` for every line end and for the end of the text. */
  readonly character: string;
  /** The last character before that is neither blank nor comment. */
  readonly before: string;
  /** The brackets that are open, outermost first. */
  readonly open: readonly Bracket[];
  readonly isInHeader: boolean;
}

export interface Bracket {
  readonly character: '[' | '{';
  readonly offset: number;
}

export const CLOSING = { '[': ']', '{': '}' } as const;

const BLANK_OR_COMMENT = new Set([' ', '\t', '\r', '\n', '\uFEFF', '#']);

export function spotAt(text: string, offset: number): Spot {
  const open: Bracket[] = [];
  let before = '';
  for (let at = 0, next = 0; at < offset; at = next) {
    const character = text.charAt(at);
    next = endOf(text, at);
    if (character === '[' || character === '{') open.push({ character, offset: at });
    if (character === ']' || character === '}') open.pop();
    if (!BLANK_OR_COMMENT.has(character)) before = character;
  }
  const [outermost] = open;
  const isInHeader = outermost !== undefined && /^[ \t]*$/u.test(lineBefore(text, outermost.offset));
  return { text, offset, character: characterAt(text, offset), before, open, isInHeader };
}

/** The text before the point on its line. */
export function lineBefore(text: string, offset: number): string {
  return offset === 0 ? '' : text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
}

/** Counted from 1. */
export function lineNumber(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function characterAt(text: string, offset: number): string {
  const character = text.charAt(offset);
  return character === '' || character === '\r' ? '\n' : character;
}

/** The end of a string or a comment: brackets in them open nothing. */
function endOf(text: string, start: number): number {
  const character = text[start];
  if (character === '"' || character === "'") return endOfString(text, start);
  if (character !== '#') return start + 1;
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

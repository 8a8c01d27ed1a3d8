/** Dotenv text → assignments with their places, so that a write can change one and leave the rest as it is. */
import { BYTE_ORDER_MARK } from '../../values/utf8.js';
import {
  behindLineEnd,
  EQUALS,
  endOfLine,
  HASH,
  isBlank,
  isControl,
  isLineEnd,
  search,
  skipBlanks,
} from './characters.js';
import { type Problem, readValue } from './read-value.js';

/** One `KEY=value`. Places are indexes into the text. */
export interface Assignment {
  readonly kind: 'assignment';
  readonly key: string;
  readonly value: string;
  /** All its lines, from the first character to after the last line end. */
  readonly start: number;
  readonly end: number;
  /** The value as written, quotes included; for an empty one both are right after `=`. */
  readonly valueStart: number;
  readonly valueEnd: number;
}
export interface Dotenv {
  readonly kind: 'dotenv';
  readonly text: string;
  /** In the order of the file; the last assignment of a key counts. */
  readonly assignments: readonly Assignment[];
}
/** The first error. Says where and what, and quotes nothing: the text may hold secrets. */
export interface MalformedDotenv {
  readonly kind: 'malformed';
  /** From 1; the column counts characters. */
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

/** Reads a whole file, in one pass. */
export function parseDotenv(text: string): Dotenv | MalformedDotenv {
  const nul = text.indexOf('\0');
  if (nul !== -1) return malformed(text, { kind: 'problem', at: nul, problem: 'unexpected NUL character' });
  const assignments: Assignment[] = [];
  for (let line = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0; line < text.length; ) {
    const plain = readPlain(text, line);
    if (plain !== null) {
      assignments.push(plain);
      line = plain.end;
      continue;
    }
    const first = skipBlanks(text, line);
    if (isNothing(text, first)) {
      line = behindLineEnd(text, endOfLine(text, first));
      continue;
    }
    const found = readAssignment(text, line, first);
    if (found.kind === 'problem') return malformed(text, found);
    assignments.push(found);
    line = found.end;
  }
  return { kind: 'dotenv', text, assignments };
}

/** A comment or the end of the line. */
function isNothing(text: string, first: number): boolean {
  const code = text.charCodeAt(first);
  return first >= text.length || code === HASH || isLineEnd(code);
}

/** Null for a line that is not plain. */
function readPlain(text: string, start: number): Assignment | null {
  PLAIN.lastIndex = start;
  const match = PLAIN.exec(text);
  if (match === null) return null;
  const key = match[1] ?? '';
  const value = match[2] ?? '';
  const valueStart = start + key.length + 1;
  return {
    kind: 'assignment',
    key,
    value,
    start,
    end: PLAIN.lastIndex,
    valueStart,
    valueEnd: valueStart + value.length,
  };
}

/**
 * A plain line, the usual case: letters, digits and `_`, then `=`, then printable ASCII without blanks, quotes, `#` and backslashes. The
 * engine matches it in a fraction of the time that looking at its characters takes, and most files hold nothing else.
 */
const PLAIN = /(\w+)=([!$%&(-[\]-_a-~]*)(?:\n|$)/y;

function readAssignment(text: string, start: number, first: number): Assignment | Problem {
  const keyStart = behindExport(text, first);
  const keyEnd = endOfKey(text, keyStart);
  const equals = skipBlanks(text, keyEnd);
  const problem = keyProblem(text, keyStart, keyEnd, equals);
  if (problem !== null) return problem;
  const read = readValue(text, equals + 1);
  if (read.kind === 'problem') return read;
  return {
    kind: 'assignment',
    key: text.slice(keyStart, keyEnd),
    value: read.value,
    start,
    end: behindLineEnd(text, endOfLine(text, read.rest)),
    valueStart: read.start,
    valueEnd: read.end,
  };
}

/** The index after `export`, if that is a separate word and not itself the key. */
function behindExport(text: string, first: number): number {
  const behind = first + 'export'.length;
  if (!text.startsWith('export', first) || !isBlank(text.charCodeAt(behind))) return first;
  const next = skipBlanks(text, behind);
  return text.charCodeAt(next) === EQUALS || isNothing(text, next) ? first : next;
}

function endOfKey(text: string, start: number): number {
  return search(text, KEY_END, start);
}

/** The characters that no key may contain: `=`, `#`, control characters and white space. */
const KEY_END = /[=#\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;

function keyProblem(text: string, start: number, end: number, equals: number): Problem | null {
  const code = text.charCodeAt(end);
  if (isControl(code) && !isBlank(code) && !isLineEnd(code)) {
    return { kind: 'problem', at: end, problem: 'unexpected control character in the key' };
  }
  if (text.charCodeAt(equals) !== EQUALS) return { kind: 'problem', at: equals, problem: 'expected `=` after the key' };
  return start === end ? { kind: 'problem', at: start, problem: 'expected a key before `=`' } : null;
}

function malformed(text: string, { at, problem }: Problem): MalformedDotenv {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  const before = (lines.at(-1) ?? '').replace(BYTE_ORDER_MARK, '');
  return { kind: 'malformed', line: lines.length, column: [...before].length + 1, problem };
}

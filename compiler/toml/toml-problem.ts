/** An error of smol-toml in our wording: what is wrong at this place, and what to do about it. */
import { type Bracket, CLOSING, lineBefore, lineNumber, type Spot, spotAt } from './spot.js';

export interface TomlProblem {
  readonly problem: string;
  /** Null for a message of smol-toml that is not in this list; then its own wording is used. */
  readonly help: string | null;
}

/** smol-toml's message is a sentence, a blank line, then an excerpt of the source, which this tool prints itself. */
export function sentenceOf(message: string): string {
  const [first = ''] = message.split('\n', 1);
  return first.replace(/^Invalid TOML document: /u, '').trim();
}

/** `found` is smol-toml's sentence; if it covers several errors, the text at the place tells which. */
export function tomlProblem(found: string, text: string, offset: number): TomlProblem {
  const known = Object.hasOwn(PROBLEMS, found) ? PROBLEMS[found] : undefined;
  if (known !== undefined) return typeof known === 'function' ? known(spotAt(text, offset)) : known;
  return { problem: found === '' ? 'this is not valid TOML' : found, help: null };
}

/** Whether smol-toml found that a key or table is defined twice. */
export function isRedefinition(found: string): boolean {
  return PROBLEMS[found] === DEFINED_TWICE;
}

const MISSING_KEY = {
  problem: 'missing key',
  help: 'add a key before `=`, inside the brackets, or next to the dot',
};
const DEFINED_TWICE = {
  problem: 'this is already defined',
  help: 'keep one of the two; a table has one header with all of its keys below it',
};
const NOT_A_VALUE = {
  problem: 'not a valid value',
  help: 'put strings in quotes; without quotes a value is a number, `true`, `false`, a date, `[…]` or `{…}`',
};
const NOT_A_NUMBER = { problem: 'not a valid number', help: 'put it in quotes if it is a string' };
const NOT_A_DATE = { problem: 'not a valid date', help: 'put it in quotes if it is a string' };
const UNKNOWN_CHARACTER = {
  problem: 'not a valid Unicode escape',
  help: 'write `\\u` and four hexadecimal digits, or `\\U` and eight',
};
const UNKNOWN_ESCAPE = {
  problem: 'unknown escape sequence',
  help: "write `\\\\` for a backslash, or use single quotes, where `\\` is an ordinary character: 'C:\\path'",
};
const OPEN_HEADER = { problem: 'unclosed table header', help: 'close `[` with `]`, and `[[` with `]]`' };
const KEY_ALONE = {
  problem: 'this key has no value',
  help: 'write `key = value`, or start a comment with `#`',
};
const KEY_ALONE_IN_TABLE = { problem: KEY_ALONE.problem, help: 'write `key = value`, such as `key = true`' };
const KEY_BEFORE_COMMENT = {
  problem: 'this key has no value',
  help: 'write `key = value` before the comment, or quote the key if `#` is part of it',
};
const NEEDS_QUOTES = {
  problem: 'invalid character in an unquoted key',
  help: 'unquoted keys may contain letters, digits, `-` and `_`; quote any other key',
};
const COLON_FOR_EQUALS = { problem: 'expected `=` after the key', help: 'write `=` between key and value' };
const MISSING_EQUALS = { problem: 'expected `=` before the value', help: COLON_FOR_EQUALS.help };
const KEY_BEFORE_COMMA = {
  problem: 'missing key before this comma',
  help: 'remove the comma, or write `key = value` before it',
};
const VALUE_BEFORE_COMMA = {
  problem: 'missing value before this comma',
  help: 'remove the comma, or write a value before it',
};
const SECOND_EQUALS = {
  problem: 'unexpected second `=`',
  help: 'remove it, or quote the value if it is a string',
};
const MISSING_VALUE = { problem: 'missing value', help: 'write a value after `=`' };
const CARRIAGE_RETURN = {
  problem: 'this string contains a carriage return without a line feed',
  help: 'remove it, or write it as `\\r` in double quotes',
};

/** How much of the text after a point is examined; keys of manifests are shorter. */
const LONGEST_REST = 200;

const PROBLEMS: Readonly<Record<string, TomlProblem | ((spot: Spot) => TomlProblem)>> = {
  'control characters are not allowed in strings': controlInString,
  'control characters are not allowed in comments': {
    problem: 'this comment contains a control character',
    help: 'remove it; it may be invisible in an editor',
  },
  'unfinished string': {
    problem: 'unterminated string',
    help: 'close it with the same quotes it starts with',
  },
  'invalid non-hex character in unicode escape': UNKNOWN_CHARACTER,
  'invalid unicode escape': UNKNOWN_CHARACTER,
  'unrecognised escape sequence': UNKNOWN_ESCAPE,
  'invalid escape: only line-ending whitespace may be escaped': UNKNOWN_ESCAPE,
  'unexpected end of key': MISSING_KEY,
  'illegal empty bare key': MISSING_KEY,
  'illegal quoted key: multiline strings are not allowed': {
    problem: 'a key cannot be a multi-line string',
    help: 'use a single pair of quotes',
  },
  'illegal character in key': (spot) => IN_KEY[spot.character]?.(spot) ?? NEEDS_QUOTES,
  'incomplete key-value: cannot find end of key': keyAlone,
  'expected end of table array declaration': OPEN_HEADER,
  'each key-value declaration must be followed by an end-of-line': (spot) =>
    wrongBracket(spot) ?? {
      problem: 'expected the end of the line',
      help: 'start a new line, or start a comment with `#`',
    },
  'trying to redefine an already defined value': DEFINED_TWICE,
  'trying to redefine an already defined table or value': DEFINED_TWICE,
  'expected comma or end of structure': (spot) => neverClosed(spot) ?? wrongBracket(spot) ?? missingComma(spot),
  'unfinished table': { problem: 'this `{` is never closed', help: 'close it with `}`' },
  'unfinished array': { problem: 'this `[` is never closed', help: 'close it with `]`' },
  'document contains excessively nested structures. aborting.': {
    problem: 'this is nested too deeply',
    help: 'no table in a manifest or user configuration nests deeper than ten levels',
  },
  'invalid value': (spot) =>
    MISSING_BEFORE.has(`${spot.before}${spot.character}`)
      ? MISSING_VALUE
      : (FOR_VALUE[spot.character]?.(spot) ?? unclosedList(spot) ?? NOT_A_VALUE),
  'illegal leading zero': NOT_A_NUMBER,
  'illegal underscore': NOT_A_NUMBER,
  'illegal character in numeric literal': (spot) => wrongBracket(spot) ?? NOT_A_NUMBER,
  'unfinished numeric value': NOT_A_NUMBER,
  'invalid date': NOT_A_DATE,
  'invalid date-time: date part is malformed': NOT_A_DATE,
  'invalid date-time: time part is malformed': NOT_A_DATE,
};

/** By the character that cannot follow in a key; null if quotes would help. */
const IN_KEY: Readonly<Record<string, (spot: Spot) => TomlProblem | null>> = {
  '\n': keyAlone,
  '#': (spot) => (spot.isInHeader ? OPEN_HEADER : KEY_BEFORE_COMMENT),
  ',': commaInKey,
  ']': wrongBracket,
  '}': (spot) => wrongBracket(spot) ?? KEY_ALONE_IN_TABLE,
  '[': (spot) => valueInKey(spot) ?? headerInTable(spot),
  '{': valueInKey,
  '"': valueInKey,
  "'": valueInKey,
  ':': colonInKey,
};

/** By the character at the position of a value in a list; null if it starts something else. */
const FOR_VALUE: Readonly<Record<string, (spot: Spot) => TomlProblem | null>> = {
  '\n': neverClosed,
  ',': () => VALUE_BEFORE_COMMA,
  '=': () => SECOND_EQUALS,
  ']': wrongBracket,
  '}': wrongBracket,
};
/** `=`, and characters that cannot start an intended value. */
const MISSING_BEFORE = new Set(['=\n', '=#', '=,', '=]', '=}']);

/** A line that ends within a string: its quote was never closed. */
function controlInString({ text, offset, character }: Spot): TomlProblem {
  if (text[offset] === '\r' && text[offset + 1] !== '\n') return CARRIAGE_RETURN;
  if (character !== '\n') {
    return {
      problem: 'this string contains a control character',
      help: 'remove it, or write it as an escape in double quotes, such as `\\u001b`',
    };
  }
  return {
    problem: 'unterminated string on this line',
    help: 'close it with the quote it starts with; put multi-line strings between `"""` and `"""`',
  };
}

function keyAlone(spot: Spot): TomlProblem {
  return spot.isInHeader ? OPEN_HEADER : (neverClosed(spot) ?? KEY_ALONE);
}

function commaInKey({ isInHeader, open, before }: Spot): TomlProblem | null {
  if (isInHeader || open.length === 0) return null;
  return before === '{' || before === ',' ? KEY_BEFORE_COMMA : KEY_ALONE_IN_TABLE;
}

/** `a "b"`: the start of a value follows a key. */
function valueInKey({ text, offset, before, isInHeader }: Spot): TomlProblem | null {
  const isBehindKey = /[\w"'-]/u.test(before) && lineBefore(text, offset).trim() !== '';
  return isBehindKey && !isInHeader ? MISSING_EQUALS : null;
}

/** `a: 1` is written as in other languages; in `[a:b]` and `a:b = 1` it belongs to the key. */
function colonInKey(spot: Spot): TomlProblem | null {
  const isOfKey = spot.isInHeader || /^:[\w.:-]+[ \t]*=/u.test(restOf(spot));
  return isOfKey ? null : COLON_FOR_EQUALS;
}

function wrongBracket({ text, character, open }: Spot): TomlProblem | null {
  if (character !== ']' && character !== '}') return null;
  const last = open.at(-1);
  if (last === undefined)
    return {
      problem: `this \`${character}\` has no opening bracket`,
      help: 'remove it, or add the bracket that it closes',
    };
  const closing = CLOSING[last.character];
  if (character === closing) return null;
  const problem = `this \`${character}\` does not close \`${last.character}\``;
  return { problem, help: `close ${named(last, text)} with \`${closing}\`` };
}

/** The text ends within brackets. */
function neverClosed({ text, offset, open }: Spot): TomlProblem | null {
  const last = open.at(-1);
  if (last === undefined || offset < text.length) return null;
  return { problem: `${named(last, text)} is never closed`, help: `close it with \`${CLOSING[last.character]}\`` };
}

function missingComma({ text, open }: Spot): TomlProblem {
  const last = open.at(-1) ?? { character: '[', offset: 0 };
  return {
    problem: 'expected a comma or a closing bracket',
    help: `write \`,\` between entries, and close ${named(last, text)} with \`${CLOSING[last.character]}\``,
  };
}

/** A header or a pair on a line of its own, where a list goes on. */
function unclosedList(spot: Spot): TomlProblem | null {
  const above = openAbove(spot);
  const line = `${lineBefore(spot.text, spot.offset)}${restOf(spot)}`;
  if (above?.character !== '[' || !/^[ \t]*(?:\[|[\w.-]+[ \t]*=)/u.test(line)) return null;
  return { ...NOT_A_VALUE, help: `${perhapsOpen(above, spot)}, or put strings in quotes` };
}

function headerInTable(spot: Spot): TomlProblem | null {
  const above = openAbove(spot);
  return above === undefined ? null : { problem: 'expected a key', help: perhapsOpen(above, spot) };
}

/** The innermost bracket that was opened on a line before. */
function openAbove({ text, offset, open }: Spot): Bracket | undefined {
  const start = offset - lineBefore(text, offset).length;
  return open.findLast((bracket) => bracket.offset < start);
}

function perhapsOpen(bracket: Bracket, { text }: Spot): string {
  return `${named(bracket, text)} may be unclosed: write \`${CLOSING[bracket.character]}\` before this line`;
}

function named({ character, offset }: Bracket, text: string): string {
  return `the \`${character}\` on line ${lineNumber(text, offset)}`;
}

function restOf({ text, offset }: Spot): string {
  return text.slice(offset, offset + LONGEST_REST);
}

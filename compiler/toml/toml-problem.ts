/** What smol-toml found, in our words: what is wrong at this place, and what to do about it. */

export interface TomlProblem {
  readonly problem: string;
  /** Null where smol-toml says something that this list does not know; its own words must do then. */
  readonly help: string | null;
}

/** smol-toml's message is a sentence, a blank line, then a picture of the source, which we draw ourselves. */
export function sentenceOf(message: string): string {
  const [first = ''] = message.split('\n', 1);
  return first.replace(/^Invalid TOML document: /u, '').trim();
}

/** `found` is smol-toml's sentence; where it says several things in one, the text at the place tells which. */
export function tomlProblem(found: string, text: string, offset: number): TomlProblem {
  const known = Object.hasOwn(PROBLEMS, found) ? PROBLEMS[found] : undefined;
  if (known !== undefined) return typeof known === 'function' ? known(text, offset) : known;
  return { problem: found === '' ? 'this is not TOML' : found, help: null };
}

/** Whether smol-toml found that a key or table is defined twice. */
export function isRedefinition(found: string): boolean {
  return PROBLEMS[found] === DEFINED_TWICE;
}

const MISSING_KEY = {
  problem: 'a key is missing here',
  help: 'write a name before `=`, between brackets, and on both sides of a dot',
};
const DEFINED_TWICE = {
  problem: 'this is defined already',
  help: 'keep one of the two; a table has one header, with all of its keys below it',
};
const NOT_A_VALUE = {
  problem: 'this is no value',
  help: 'put text between quotes; what stands without is a number, `true`, `false`, a date, `[…]` or `{…}`',
};
const NOT_A_NUMBER = { problem: 'this is no number', help: 'put it between quotes if it is text' };
const NOT_A_DATE = { problem: 'this is no date', help: 'put it between quotes if it is text' };
const UNKNOWN_CHARACTER = {
  problem: 'this escape stands for no character',
  help: 'write `\\u` and four hexadecimal digits, or `\\U` and eight',
};
const UNKNOWN_ESCAPE = {
  problem: 'there is no such escape',
  help: "write `\\\\` for a backslash, or put the text between single quotes, where `\\` is an ordinary character: 'C:\\path'",
};
const OPEN_HEADER = { problem: 'the header is not closed', help: 'close `[` with `]`, and `[[` with `]]`' };

const PROBLEMS: Readonly<Record<string, TomlProblem | ((text: string, offset: number) => TomlProblem)>> = {
  'control characters are not allowed in strings': controlInString,
  'control characters are not allowed in comments': {
    problem: 'this comment holds a control character',
    help: 'remove it; it may be invisible in an editor',
  },
  'unfinished string': {
    problem: 'this text is never closed',
    help: 'close it with the quotes it starts with, one or three',
  },
  'invalid non-hex character in unicode escape': UNKNOWN_CHARACTER,
  'invalid unicode escape': UNKNOWN_CHARACTER,
  'unrecognised escape sequence': UNKNOWN_ESCAPE,
  'invalid escape: only line-ending whitespace may be escaped': UNKNOWN_ESCAPE,
  'unexpected end of key': MISSING_KEY,
  'illegal empty bare key': MISSING_KEY,
  'illegal quoted key: multiline strings are not allowed': {
    problem: 'a key cannot be a text of several lines',
    help: 'put the key between one pair of quotes',
  },
  'illegal character in key': characterInKey,
  'incomplete key-value: cannot find end of key': openKey,
  'expected end of table array declaration': OPEN_HEADER,
  'each key-value declaration must be followed by an end-of-line': {
    problem: 'the line should end before this',
    help: 'start a new line, or put `#` before a comment',
  },
  'trying to redefine an already defined value': DEFINED_TWICE,
  'trying to redefine an already defined table or value': DEFINED_TWICE,
  'expected comma or end of structure': {
    problem: 'a comma or a closing bracket is missing here',
    help: 'write `,` between entries, and close `[` with `]` and `{` with `}`',
  },
  'unfinished table': { problem: 'this `{` is never closed', help: 'close it with `}`' },
  'unfinished array': { problem: 'this `[` is never closed', help: 'close it with `]`' },
  'document contains excessively nested structures. aborting.': {
    problem: 'this is nested too deeply to be read',
    help: 'nothing in a manifest or a user configuration nests deeper than ten',
  },
  'invalid value': noValue,
  'illegal leading zero': NOT_A_NUMBER,
  'illegal underscore': NOT_A_NUMBER,
  'illegal character in numeric literal': NOT_A_NUMBER,
  'unfinished numeric value': NOT_A_NUMBER,
  'invalid date': NOT_A_DATE,
  'invalid date-time: date part is malformed': NOT_A_DATE,
  'invalid date-time: time part is malformed': NOT_A_DATE,
};

/** A line that ends within a text: its quote was never closed. */
function controlInString(text: string, offset: number): TomlProblem {
  if (!isLineEnd(text, offset)) {
    return { problem: 'this text holds a control character', help: 'write it as an escape, such as `\\u001b`' };
  }
  return {
    problem: 'a text on this line is not closed',
    help: 'close it with the quote it starts with; text of several lines stands between `"""` and `"""`',
  };
}

function characterInKey(text: string, offset: number): TomlProblem {
  if (isLineEnd(text, offset)) return openKey(text, offset);
  if (text[offset] === ':') return { problem: 'a key does not end so', help: 'write `=` between key and value' };
  return {
    problem: 'this cannot stand in a key without quotes',
    help: 'a key is made of letters, digits, `-` and `_`; put any other between quotes',
  };
}

/** The line ends within a header, or there is a key alone. */
function openKey(text: string, offset: number): TomlProblem {
  const start = text.lastIndexOf('\n', Math.max(offset - 1, 0)) + 1;
  if (/^\s*\[/u.test(text.slice(start, Math.max(offset, start + 1)))) return OPEN_HEADER;
  return { problem: 'this key has no value', help: 'write `key = value`, or put `#` before a comment' };
}

function noValue(text: string, offset: number): TomlProblem {
  return isLineEnd(text, offset) ? { problem: 'a value is missing here', help: 'write one behind `=`' } : NOT_A_VALUE;
}

function isLineEnd(text: string, offset: number): boolean {
  return offset >= text.length || text[offset] === '\n' || text[offset] === '\r';
}

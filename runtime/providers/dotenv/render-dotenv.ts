/**
 * Values as dotenv text: our parser reads every one back exactly, and where one spelling does, so do the dotenv of npm, Node,
 * Docker Compose, godotenv and python-dotenv (semantics 0.1). `test/stores/dotenv-readers.mjs` compares with all of them.
 */
import { readValue } from './read-value.js';

/**
 * The value in the first of these spellings that all read alike: bare if nothing in it has a meaning to any of them, in single
 * quotes, in double quotes, bare after all. Otherwise in one that our parser reads, and some of them. `rest` is what will follow
 * on the line, a comment. A NUL cannot be read back; callers refuse it first.
 */
export function renderDotenvValue(text: string, rest = ''): string {
  if (isPlain(text, rest)) return text;
  if (!NOT_SINGLE.test(text)) return `'${text}'`;
  if (!NOT_DOUBLE.test(text)) return `"${text.replace(LINE_END, escaped)}"`;
  return !NOT_BARE.test(text) && isReadBack(text, rest) ? text : escapedDotenvValue(text);
}

/** On one line, in double quotes. Our parser reads it back, and some of the others. */
export function escapedDotenvValue(text: string): string {
  return `"${text.replace(MEANT, escaped)}"`;
}

/** `KEY=value`, without a line end. The key is taken as it is (`dotenvKeyProblem` tells whether it may be). */
export function renderAssignment(key: string, text: string): string {
  return `${key}=${renderDotenvValue(text)}`;
}

/** After a value without quotes, all find a comment only with a space before it and no second `#` in it. */
function isPlain(text: string, rest: string): boolean {
  const isClear = !rest.includes('#') || (text !== '' && /^ +#[^#]*$/.test(rest));
  return isClear && !QUOTED.test(text) && isReadBack(text, rest);
}

function isReadBack(text: string, rest: string): boolean {
  const read = readValue(text + rest, 0);
  return read.kind === 'value' && read.value === text && read.end === text.length;
}

/** What any of them takes for a blank at an end. */
const AT_AN_END = '^[\\s\\x1c-\\x1f\\x85]|[\\s\\x1c-\\x1f\\x85]$';

/** What is always quoted, also where each would read it bare: shells would not. */
const QUOTED = new RegExp(`[#'"\`\\\\$\\r\\n]|${AT_AN_END}`, 'u');

/** A backslash before another one or before the closing quote is an escape to some; a CR becomes a LF. */
const NOT_SINGLE = /['\r]|\\(?:\\|$)/u;

/** Some take a backslash for an escape, others do not. (Node does not know `\r`, but no spelling of a CR.) */
const NOT_DOUBLE = /["\\]/u;

/** What opens a quote, begins a comment or ends the line. A reference such as `$NAME` is expanded by some, bare and in double quotes. */
const NOT_BARE = new RegExp(`^['"\`]|[#\\r\\n]|${AT_AN_END}`, 'u');

const LINE_END = /[\r\n]/g;
const MEANT = /[\r\n\\"]|\$(?=[\w{$])/g;

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  return character === '\r' ? '\\r' : `\\${character}`;
}

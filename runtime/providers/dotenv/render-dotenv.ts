/** Values as dotenv text, which the parser reads back as the same values. */
import { readValue } from './read-value.js';

/**
 * The value bare if it can be read back like that, else in double quotes and on one line (semantics 6.4). `rest` is
 * what will follow on the line: a comment there can make quotes necessary. A NUL cannot be read back; callers refuse it first.
 */
export function renderDotenvValue(text: string, rest = ''): string {
  const read = readValue(text + rest, 0);
  const isSame = read.kind === 'value' && read.value === text && read.end === text.length;
  return isSame ? text : `"${text.replace(NEEDS_ESCAPE, (character) => ESCAPES.get(character) ?? character)}"`;
}

/** `KEY=value`, without a line end. The key is taken as it is (`dotenvKeyProblem` tells whether it may be). */
export function renderAssignment(key: string, text: string): string {
  return `${key}=${renderDotenvValue(text)}`;
}

const NEEDS_ESCAPE = /[\x07\b\f\n\r\t\v\\"$]/g;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['$', '\\$'],
]);

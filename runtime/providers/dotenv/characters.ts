/** The characters that separate the parts of dotenv files. */

export const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
export const HASH = 0x23;
export const EQUALS = 0x3d;
export const DOUBLE_QUOTE = 0x22;
export const SINGLE_QUOTE = 0x27;
export const BACKSLASH = 0x5c;

export function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

/** White space as Unicode defines it (so not U+FEFF), except line feed and carriage return. */
export function isBlank(code: number): boolean {
  if (code < 0x80) return code === 0x20 || code === 0x09 || code === 0x0b || code === 0x0c;
  if (code < 0x1680) return code === 0x85 || code === 0xa0;
  return (code >= 0x2000 && code <= 0x200a) || OTHER_BLANKS.includes(code);
}
const OTHER_BLANKS: readonly number[] = [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000];

/** Control characters, those that are blanks or line ends included. */
export function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

/** The first index from `index` on that is not a blank; the length of the text if there is none. */
export function skipBlanks(text: string, index: number): number {
  let at = index;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/**
 * The first index from `index` on whose character the pattern matches; the length of the text if there is none. The
 * pattern is global and matches single characters: the engine then searches at full speed even in code that runs once.
 */
export function search(text: string, pattern: RegExp, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}

/** The index of the line end, or of the end of the text. */
export function endOfLine(text: string, index: number): number {
  return search(text, LINE_END, index);
}
const LINE_END = /[\r\n]/g;

/** Where the next line starts, from the index of a line end: LF, CRLF or CR. */
export function behindLineEnd(text: string, index: number): number {
  const isPair = text.charCodeAt(index) === CARRIAGE_RETURN && text.charCodeAt(index + 1) === LINE_FEED;
  return Math.min(index + (isPair ? 2 : 1), text.length);
}

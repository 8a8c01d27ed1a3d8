/** Tokens of JSON (RFC 8259), read strictly, one at a time. */

export interface JsonToken {
  /** Punctuation by its character; `invalid` where no token starts. */
  readonly kind: '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar' | 'end' | 'invalid';
  /** UTF-16 units, the end exclusive. */
  readonly start: number;
  readonly end: number;
}

const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The token at or after this offset; blanks before it are skipped. */
export function tokenAt(text: string, offset: number): JsonToken {
  let start = offset;
  while (isBlank(text.charCodeAt(start))) start++;
  const character = text.charAt(start);
  switch (character) {
    case '':
      return { kind: 'end', start, end: start };
    case '{':
    case '}':
    case '[':
    case ']':
    case ',':
    case ':':
      return { kind: character, start, end: start + 1 };
    case '"':
      return stringAt(text, start);
    default:
      return tokenOr('scalar', start, matchEnd(SCALAR, text, start));
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function stringAt(text: string, start: number): JsonToken {
  let offset = start + 1;
  let hasUnicodeEscape = false;
  for (;;) {
    offset = matchEnd(PLAIN, text, offset) ?? offset;
    if (text[offset] === '"') break;
    const end = matchEnd(ESCAPE, text, offset);
    if (end === null) return { kind: 'invalid', start: offset, end: offset };
    hasUnicodeEscape ||= end - offset > 2;
    offset = end;
  }
  const end = offset + 1;
  return tokenOr('string', start, hasUnicodeEscape && !stringText(text.slice(start, end)).isWellFormed() ? null : end);
}

/** What a string token says. */
export function stringText(token: string): string {
  return JSON.parse(token) as string;
}

function tokenOr(kind: 'string' | 'scalar', start: number, end: number | null): JsonToken {
  return end === null ? { kind: 'invalid', start, end: start } : { kind, start, end };
}

function matchEnd(pattern: RegExp, text: string, offset: number): number | null {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/**
 * Tokens of TOML 1.1, for positions only. Every text can be split into them: what fits no token becomes a stray one. What
 * a character means depends on its position, hence the modes: `1.2` is two keys before `=` and one number after it.
 */
import { createToken, Lexer, type TokenType } from 'chevrotain';
import { endOfString } from './toml-string.js';

/** One string of any of the four kinds. */
const quoted = {
  pattern: (text: string, offset: number): [string] | null =>
    text[offset] === '"' || text[offset] === "'" ? [text.slice(offset, endOfString(text, offset))] : null,
  start_chars_hint: ['"', "'"],
  line_breaks: true,
};
/** Numbers, dates, booleans, and anything else in the position of a value. */
const scalar = { pattern: /\d{4}-\d\d-\d\d \d\d:[^\s,[\]{}#"']*|[^\s,[\]{}#"']+|[\s\S]/, line_breaks: true };

const Blank = createToken({ name: 'Blank', pattern: /[ \t\r\uFEFF]+/, group: Lexer.SKIPPED });
const BlankOrLineEnd = createToken({
  name: 'BlankOrLineEnd',
  pattern: /[ \t\r\n\uFEFF]+/,
  group: Lexer.SKIPPED,
  line_breaks: true,
});
/** Kept apart from the tokens of statements. The CR of a line end is not part of a comment. */
export const COMMENTS = 'comments';
const Comment = createToken({ name: 'Comment', pattern: /#(?:[^\r\n]|\r(?!\n))*/, group: COMMENTS });
/** Ends a statement; inside arrays and tables line ends are blanks. */
export const LineEnd = createToken({ name: 'LineEnd', pattern: /\n/, line_breaks: true });
const Stray = createToken({ name: 'Stray', pattern: /[^\sA-Za-z0-9_."'=[\]#,{}-]+|[\s\S]/, line_breaks: true });

export const HeaderOpen = createToken({ name: 'HeaderOpen', pattern: /\[/ });
export const HeaderClose = createToken({ name: 'HeaderClose', pattern: /\]/ });
export const TablesOpen = createToken({ name: 'TablesOpen', pattern: /\[\[/ });
export const TablesClose = createToken({ name: 'TablesClose', pattern: /\]\]/ });

export const BareKey = createToken({ name: 'BareKey', pattern: /[A-Za-z0-9_-]+/ });
export const QuotedKey = createToken({ name: 'QuotedKey', ...quoted });
export const Dot = createToken({ name: 'Dot', pattern: /\./ });
export const Equals = createToken({ name: 'Equals', pattern: /=/, push_mode: 'value' });

/** A string or a scalar. */
export const Leaf = createToken({ name: 'Leaf', pattern: Lexer.NA });
export const ArrayOpen = createToken({ name: 'ArrayOpen', pattern: Lexer.NA });
export const TableOpen = createToken({ name: 'TableOpen', pattern: Lexer.NA });
export const ArrayClose = createToken({ name: 'ArrayClose', pattern: /\]/, pop_mode: true });
export const TableClose = createToken({ name: 'TableClose', pattern: /\}/, pop_mode: true });
/** Elements and pairs can be distinguished without it. */
const Comma = createToken({ name: 'Comma', pattern: /,/, group: Lexer.SKIPPED });

// After `=` there is one value: its first token leaves the mode again, or replaces it by the mode inside an array or table.
const valueMode: TokenType[] = [
  Blank,
  createToken({ name: 'MissingValue', pattern: /\n/, line_breaks: true, pop_mode: true, categories: LineEnd }),
  createToken({ name: 'StringValue', ...quoted, pop_mode: true, categories: Leaf }),
  createToken({ name: 'ArrayValue', pattern: /\[/, pop_mode: true, push_mode: 'array', categories: ArrayOpen }),
  createToken({ name: 'TableValue', pattern: /\{/, pop_mode: true, push_mode: 'table', categories: TableOpen }),
  createToken({ name: 'ScalarValue', ...scalar, pop_mode: true, categories: Leaf }),
];
const arrayMode: TokenType[] = [
  BlankOrLineEnd,
  Comment,
  Comma,
  ArrayClose,
  createToken({ name: 'StringElement', ...quoted, categories: Leaf }),
  createToken({ name: 'ArrayElement', pattern: /\[/, push_mode: 'array', categories: ArrayOpen }),
  createToken({ name: 'TableElement', pattern: /\{/, push_mode: 'table', categories: TableOpen }),
  createToken({ name: 'ScalarElement', ...scalar, categories: Leaf }),
];

export const tomlTokens = {
  defaultMode: 'line',
  modes: {
    line: [
      LineEnd,
      Blank,
      Comment,
      TablesOpen,
      TablesClose,
      HeaderOpen,
      HeaderClose,
      Equals,
      Dot,
      QuotedKey,
      BareKey,
      Stray,
    ],
    value: valueMode,
    array: arrayMode,
    table: [BlankOrLineEnd, Comment, Comma, TableClose, Equals, Dot, QuotedKey, BareKey, Stray],
  },
};
/** The types without a pattern of their own. */
export const tomlCategories = [Leaf, ArrayOpen, TableOpen];

export const tomlLexer = new Lexer(tomlTokens, { positionTracking: 'onlyOffset' });

/**
 * The position of every key and value of a TOML text. Loaded only to print a diagnostic or to edit a file in place; what
 * values mean is read elsewhere (`toml/`). Never throws: a statement that cannot be read has no positions.
 */
import type { IToken } from 'chevrotain';
import { type Statement, statementOf, type WrittenKey, type WrittenPair, type WrittenValue } from './toml-grammar.js';
import type { Span } from './toml-string.js';
import { ArrayClose, ArrayOpen, COMMENTS, LineEnd, TableClose, TableOpen, tomlLexer } from './toml-tokens.js';

/** The position of a key path. A table or key that occurs in several places has the position of the first. */
export interface Position {
  /** Null for the root and for elements of arrays. */
  readonly key: Span | null;
  /** For a table with a header: the header. For a table that a dotted key implies: that statement. Null for the root. */
  readonly value: Span | null;
  readonly members: ReadonlyMap<string | number, Position>;
}

/** Memory grows with the text, two hundred bytes a character at worst; a manifest of 30,000 secrets is smaller than this. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
/** Deeper nested parts have no position of their own, because the grammar recurses. No manifest nests deeper than ten. */
const DEEPEST = 100;
/** A text with more statements that cannot be read is not TOML at all. */
const MOST_UNREADABLE = 100;

interface GrowingPosition extends Position {
  members: Map<string | number, GrowingPosition>;
  /** How many `[[…]]` headers added an element. */
  tables: number;
}

// Most positions have no members, and maps are expensive, so they share one that stays empty.
const NONE = new Map<string | number, GrowingPosition>();

/** The root of all positions; null if the text is too long. */
export function readPositions(text: string): Position | null {
  const read = readStatements(text);
  if (read === null) return null;
  const root: GrowingPosition = { key: null, value: null, members: NONE, tables: 0 };
  let table = root;
  for (const statement of read.statements) {
    if (statement.kind === 'pair') addPair(table, statement);
    else table = statement.kind === 'table' ? enterTable(root, statement) : enterTables(root, statement);
  }
  return root;
}

export interface ReadStatements {
  /** Can be iterated once. */
  readonly statements: Iterable<Statement>;
  readonly comments: readonly Span[];
}

/** What is written, in the order of the text; null if the text is too long. */
export function readStatements(text: string): ReadStatements | null {
  if (text.length > MOST_CHARACTERS) return null;
  const { tokens, groups } = tomlLexer.tokenize(text);
  const comments = groups[COMMENTS] ?? [];
  return {
    statements: statementsOf(tokens),
    comments: comments.map(({ startOffset, image }) => ({ start: startOffset, end: startOffset + image.length })),
  };
}

function* statementsOf(tokens: readonly IToken[]): Generator<Statement> {
  let unreadable = 0;
  for (const line of linesOf(tokens)) {
    const statement = statementOf(line);
    if (statement !== null) yield statement;
    else if (++unreadable > MOST_UNREADABLE) return;
  }
}

/** The tokens of each statement; an array or table that is nested too deeply is empty. */
function* linesOf(tokens: readonly IToken[]): Generator<IToken[]> {
  let line: IToken[] = [];
  let depth = 0;
  for (const token of tokens) {
    const opens = isOneOf(token, ArrayOpen, TableOpen);
    const closes = isOneOf(token, ArrayClose, TableClose);
    if (opens) depth++;
    if (isOneOf(token, LineEnd)) {
      if (line.length > 0) yield line;
      line = [];
      depth = 0;
    } else if (depth <= DEEPEST || (depth === DEEPEST + 1 && (opens || closes))) line.push(token);
    if (closes) depth--;
  }
  if (line.length > 0) yield line;
}

function isOneOf({ tokenType }: IToken, ...types: readonly IToken['tokenType'][]): boolean {
  return types.includes(tokenType) || types.some((type) => tokenType.CATEGORIES?.includes(type));
}

/** Every key but the last leads through a table, of which the last element counts where there are several. */
function parentOf(table: GrowingPosition, keys: readonly WrittenKey[], around: Span): GrowingPosition {
  return keys.slice(0, -1).reduce((parent, key) => {
    const child = member(parent, key.name, key.span, around);
    return child.members.get(child.tables - 1) ?? child;
  }, table);
}

function lastOf(parent: GrowingPosition, keys: readonly WrittenKey[], value: Span): GrowingPosition {
  const key = keys.at(-1);
  return key === undefined ? parent : member(parent, key.name, key.span, value);
}

/** The member of that name; created at its first occurrence. */
function member(parent: GrowingPosition, name: string | number, key: Span | null, value: Span): GrowingPosition {
  const known = parent.members.get(name);
  if (known !== undefined) return known;
  const made: GrowingPosition = { key, value, members: NONE, tables: 0 };
  if (parent.members === NONE) parent.members = new Map();
  parent.members.set(name, made);
  return made;
}

function enterTable(root: GrowingPosition, { keys, span }: Extract<Statement, { kind: 'table' }>): GrowingPosition {
  return lastOf(parentOf(root, keys, span), keys, span);
}

function enterTables(root: GrowingPosition, { keys, span }: Extract<Statement, { kind: 'tables' }>): GrowingPosition {
  const tables = lastOf(parentOf(root, keys, span), keys, span);
  return member(tables, tables.tables++, keys.at(-1)?.span ?? null, span);
}

function addPair(table: GrowingPosition, { keys, value }: WrittenPair): void {
  const around = { start: keys[0]?.span.start ?? value.span.start, end: value.span.end };
  addValue(lastOf(parentOf(table, keys, around), keys, value.span), value);
}

function addValue(position: GrowingPosition, { elements, pairs }: WrittenValue): void {
  elements.forEach((element, index) => {
    addValue(member(position, index, null, element.span), element);
  });
  for (const pair of pairs) addPair(position, pair);
}

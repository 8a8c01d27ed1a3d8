/**
 * Comments that allow warnings, `# tool: allow W0604 -- the disk is encrypted`, and what they cover: the key or table on
 * their own line, else the one on the line below them. Loads the position grammar, so only `lint` reads them.
 */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { afterAllow, mayAllow } from './allow-mark.js';
import { type Lines, linesOf } from './lines.js';
import type { Statement, WrittenKey, WrittenPair, WrittenValue } from './toml-grammar.js';
import { readStatements } from './toml-positions.js';
import type { Span } from './toml-string.js';

type KeyPath = Place['path'];

export interface AllowComment {
  readonly span: Span;
  /** The codes as written, even if they do not exist. */
  readonly words: readonly AllowedWord[];
  /** Everything at or below these paths. Empty where no key and no table is next to the comment. */
  readonly covers: readonly KeyPath[];
  /** What is placed on this line is covered, too: a table that only a longer header implies, or a key that is missing there. */
  readonly line: number;
}
export interface AllowedWord {
  readonly text: string;
  readonly span: Span;
}

/** None if the text is too long to have positions. */
export function allowCommentsIn(text: string): readonly AllowComment[] {
  const read = mayAllow(text) ? readStatements(text) : null;
  if (read === null) return [];
  const lines = linesOf(text);
  const found = withLines(read.comments, text, lines).flatMap((comment) => {
    const words = wordsIn(text.slice(comment.span.start, comment.span.end), comment.span.start);
    return words === null ? [] : [{ ...comment, words }];
  });
  if (found.length === 0) return [];
  const { starts, ends } = writtenOnLines(read.statements, lines);
  return found.map(({ span, words, line, below }) => {
    const covers =
      below === null ? [...(starts.get(line) ?? []), ...(ends.get(line) ?? [])] : (starts.get(below) ?? []);
    return { span, words, covers, line: below ?? line };
  });
}

interface CommentOnLine {
  readonly span: Span;
  readonly line: number;
  /** The next line that is not a comment itself; null if something is before the comment. */
  readonly below: number | null;
}

/** Other comments may separate one from what it covers: a reason, or another code. */
function withLines(comments: readonly Span[], text: string, lines: Lines): readonly CommentOnLine[] {
  const below = new Map<number, number>();
  const placed = comments.toReversed().map((span) => {
    const { line } = lines.at(span.start);
    const isAlone = text.slice(lines.start(line), span.start).trim() === '';
    if (isAlone) below.set(line, below.get(line + 1) ?? line + 1);
    return { span, line, below: below.get(line) ?? null };
  });
  return placed.reverse();
}

function wordsIn(comment: string, at: number): readonly AllowedWord[] | null {
  const after = afterAllow(comment);
  if (after === null) return null;
  const from = at + after.start;
  return Array.from(after.text.matchAll(/[^\s,]+/gu), ({ 0: text, index }) => ({
    text,
    span: { start: from + index, end: from + index + text.length },
  }));
}

/** Paths by the lines on which they start, and those of several lines by that on which they end; of nested ones the outermost. */
interface WrittenOnLines {
  readonly starts: ReadonlyMap<number, readonly KeyPath[]>;
  readonly ends: ReadonlyMap<number, readonly KeyPath[]>;
}

function writtenOnLines(statements: Iterable<Statement>, lines: Lines): WrittenOnLines {
  const starts = new Map<number, KeyPath[]>();
  const ends = new Map<number, KeyPath[]>();
  for (const { path, span } of mentions(statements)) {
    const [first, last] = [lines.at(span.start).line, lines.at(span.end).line];
    add(starts, first, path);
    if (last !== first) add(ends, last, path);
  }
  return { starts, ends };
}

/** What is inside another path follows right after it. */
function add(paths: Map<number, KeyPath[]>, line: number, path: KeyPath): void {
  const onLine = paths.get(line);
  const outer = onLine?.at(-1);
  if (onLine === undefined) paths.set(line, [path]);
  else if (outer?.every((step, index) => step === path[index]) !== true) onLine.push(path);
}

interface Mention {
  readonly path: KeyPath;
  readonly span: Span;
}

function* mentions(statements: Iterable<Statement>): Generator<Mention> {
  let table: KeyPath = [];
  for (const statement of statements) {
    if (statement.kind === 'pair') yield* inPair(statement, table);
    else {
      // No setting is a table of `[[…]]`, so its elements are not distinguished.
      table = namesOf(statement.keys);
      yield { path: table, span: statement.span };
    }
  }
}

function* inPair({ keys, value }: WrittenPair, above: KeyPath): Generator<Mention> {
  const path = [...above, ...namesOf(keys)];
  yield { path, span: { start: keys[0]?.span.start ?? value.span.start, end: value.span.end } };
  yield* inValue(value, path);
}

function* inValue({ elements, pairs }: WrittenValue, path: KeyPath): Generator<Mention> {
  for (const [index, element] of elements.entries()) {
    const at = [...path, index];
    yield { path: at, span: element.span };
    yield* inValue(element, at);
  }
  for (const pair of pairs) yield* inPair(pair, path);
}

function namesOf(keys: readonly WrittenKey[]): readonly string[] {
  return keys.map(({ name }) => name);
}

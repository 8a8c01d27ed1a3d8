/** A TOML text as written: headers with the pairs below them, and every pair with its full path. */
import type { Statement, WrittenKey, WrittenPair, WrittenValue } from '../source/toml-grammar.js';
import { readStatements } from '../source/toml-positions.js';
import type { Span } from '../source/toml-string.js';

type Path = readonly string[];

/** A header with the pairs below it; the first one has no header. */
export interface Section {
  readonly header: Span | null;
  readonly isArray: boolean;
  readonly path: Path;
  readonly pairs: readonly WrittenPair[];
}

/** A pair, and the section or inline table that holds it. */
export interface PlacedPair {
  readonly path: Path;
  readonly pair: WrittenPair;
  readonly owner: Section | InlineTable;
}
export interface InlineTable {
  readonly path: Path;
  readonly span: Span;
  readonly pairs: readonly WrittenPair[];
}

/** Null if the text is too long to have positions. */
export function sectionsOf(text: string): readonly Section[] | null {
  const read = readStatements(text);
  if (read === null) return null;
  const sections: (Section & { pairs: WrittenPair[] })[] = [{ header: null, isArray: false, path: [], pairs: [] }];
  for (const statement of read.statements) {
    if (statement.kind === 'pair') sections.at(-1)?.pairs.push(statement);
    else sections.push(sectionOf(statement));
  }
  return sections;
}

function sectionOf({ kind, keys, span }: Exclude<Statement, { kind: 'pair' }>): Section & { pairs: WrittenPair[] } {
  return { header: span, isArray: kind === 'tables', path: namesOf(keys), pairs: [] };
}

/** All pairs, also those of inline tables; not those within arrays. */
export function* pairsOf(sections: Iterable<Section>): Generator<PlacedPair> {
  for (const section of sections) {
    for (const pair of section.pairs) yield* placed(pair, section);
  }
}

function* placed(pair: WrittenPair, owner: Section | InlineTable): Generator<PlacedPair> {
  const path = [...owner.path, ...namesOf(pair.keys)];
  yield { path, pair, owner };
  const table: InlineTable = { path, span: pair.value.span, pairs: pair.value.pairs };
  for (const inner of table.pairs) yield* placed(inner, table);
}

export function isSection(owner: Section | InlineTable): owner is Section {
  return 'header' in owner;
}

export function spanOfPair({ keys, value }: WrittenPair): Span {
  return { start: keys[0]?.span.start ?? value.span.start, end: value.span.end };
}

/** Where the last pair of a section ends, or its header; 0 for a first section without pairs. */
export function endOfSection({ header, pairs }: Section): number {
  return pairs.at(-1)?.value.span.end ?? header?.end ?? 0;
}

export function isInlineTable(text: string, { span }: WrittenValue): boolean {
  return text[span.start] === '{';
}

export function startsWith(path: Path, start: Path): boolean {
  return path.length >= start.length && start.every((key, index) => key === path[index]);
}

function namesOf(keys: readonly WrittenKey[]): readonly string[] {
  return keys.map(({ name }) => name);
}

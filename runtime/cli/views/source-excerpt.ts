/** A line of a file as a diagnostic shows it: safe, without credentials, and not wider than a terminal. */
import { HIDDEN } from '#schemas/stores/hidden-parts.js';
import type { TextSpan } from '#schemas/stores/text-view.js';
import { columnsOf, escapeForTerminal } from './terminal-text.js';

/** A stretch of a line in characters, counted from 0, the end exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface Excerpt {
  readonly text: string;
  /** The columns of each stretch below the text; at least one wide, at the edge if it is out of sight. */
  readonly marks: readonly ExcerptMark[];
}
export interface ExcerptMark {
  readonly indent: number;
  readonly width: number;
}

/** One character as shown: several for an escaped one, none inside what is hidden. */
interface Cell {
  readonly text: string;
  readonly columns: number;
}
const TAB: Cell = { text: '    ', columns: 4 };
const HIDDEN_CELL: Cell = { text: HIDDEN, columns: HIDDEN.length };
const NOTHING: Cell = { text: '', columns: 0 };
const CUT = '…';

/** A line, and the stretches of it that are never shown, in UTF-16 units, in order and without overlaps. */
export interface SourceLine {
  readonly text: string;
  readonly hidden: readonly TextSpan[];
}

/** The part of the line around the first stretch, at most `limit` columns wide. */
export function excerptOf(line: SourceLine, stretches: readonly [Stretch, ...Stretch[]], limit: number): Excerpt {
  const focus = stretches[0].start;
  // What is farther away than this cannot be seen; a line may have millions of characters.
  const base = Math.max(focus - limit, 0);
  const cells = cellsOf(line, base, 2 * limit + 1);
  const isWhole = base === 0 && roomFor(cells) <= limit;
  const window = isWhole ? { start: 0, end: cells.length } : windowOf(cells, focus - base, limit - 2 * CUT.length);
  const before = base + window.start > 0 ? CUT : '';
  const after = window.end < cells.length ? CUT : '';
  const columns = (start: number, end: number) => columnsIn(cells.slice(start, end));
  const inWindow = (position: number) => Math.min(Math.max(position - base, window.start), window.end);
  return {
    text: `${before}${cells
      .slice(window.start, window.end)
      .map(({ text }) => text)
      .join('')}${after}`.trimEnd(),
    marks: stretches.map(({ start, end }) => ({
      indent: before.length + columns(window.start, inWindow(start)),
      width: Math.max(columns(inWindow(start), inWindow(end)), 1),
    })),
  };
}

/** So many characters of the line from the given one, each as shown. */
function cellsOf(line: SourceLine, from: number, count: number): readonly Cell[] {
  const cells: Cell[] = [];
  for (const cell of shownFrom(line, offsetOf(line.text, from))) {
    if (cells.length === count) break;
    cells.push(cell);
  }
  return cells;
}

/** In UTF-16 units. */
function offsetOf(line: string, position: number): number {
  let offset = 0;
  for (let passed = 0; passed < position && offset < line.length; passed++) {
    offset += (line.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

function* shownFrom({ text, hidden }: SourceLine, offset: number): Generator<Cell> {
  let end = offset;
  for (const span of hidden) {
    if (span.end <= end) continue;
    const start = Math.max(span.start, end);
    for (const character of text.slice(end, start)) yield cellOf(character);
    for (const [index] of Array.from(text.slice(start, span.end)).entries()) yield index === 0 ? HIDDEN_CELL : NOTHING;
    end = span.end;
  }
  for (const character of text.slice(end)) yield cellOf(character);
}

function cellOf(character: string): Cell {
  if (character === '\t') return TAB;
  const text = escapeForTerminal(character);
  return { text, columns: text === character ? columnsOf(character) : text.length };
}

/** As many cells around the focus as there is room for, a third of it before the focus. */
function windowOf(cells: readonly Cell[], focus: number, room: number): Stretch {
  let start = Math.min(focus, cells.length);
  let used = 0;
  const fits = (cell: Cell | undefined, limited: number) => cell !== undefined && used + roomFor([cell]) <= limited;
  const take = (cell: Cell | undefined) => {
    used += cell === undefined ? 0 : roomFor([cell]);
  };
  let end = start;
  while (fits(cells[start - 1], room / 3)) take(cells[--start]);
  while (fits(cells[end], room)) take(cells[end++]);
  while (fits(cells[start - 1], room)) take(cells[--start]);
  return { start, end };
}

/** Columns; marks without a column count as well, for there may be thousands on one character. */
function roomFor(cells: readonly Cell[]): number {
  return cells.reduce((sum, { text, columns }) => sum + Math.max(columns, Math.min(text.length, 1)), 0);
}

function columnsIn(cells: readonly Cell[]): number {
  return cells.reduce((sum, { columns }) => sum + columns, 0);
}

/** Rows of cells in columns that fit a width. Cells are broken at blanks; nothing of them is left out. */
import { padded, widthOf, wrapped } from './wrap.js';

/** The first cell names the row and is never broken; the cells are safe for a terminal. */
export type Row = readonly [string, ...string[]];

const GAP = 2;
const STACKED_INDENT = 4;

/** Every line of a row starts with two blanks; the headings do not. */
export function table(headings: Row, rows: readonly Row[], width: number): readonly string[] {
  const indented = rows.map(([name, ...cells]): Row => [`  ${name}`, ...cells]);
  const widths = columnWidths([headings, ...indented], width);
  if (widths === null) return [headings[0], ...indented.flatMap((row) => stacked(row, width))];
  return [headings, ...indented].flatMap((row) => besides(row, widths, width));
}

/** Null if there is no room for columns: then cells are placed below the name. Long words are kept whole if possible. */
function columnWidths(rows: readonly Row[], width: number): readonly number[] | null {
  const [names = 0, ...cells] = widest(rows, widthOf);
  const [, ...words] = widest(rows, longestWord);
  const name = Math.min(names, Math.floor(width * 0.4));
  const room = width - name - GAP * cells.length;
  const widths = shared(cells, words, room) ?? shared(cells, words.map(fewest), room);
  return widths === null ? null : [name, ...widths];
}

/** As much for each as it needs, or the same for all that need more; null where not even the least is there. */
function shared(needed: readonly number[], least: readonly number[], room: number): readonly number[] | null {
  const within = (most: number) => needed.map((need, index) => Math.min(need, Math.max(most, least[index] ?? 0)));
  for (let most = room; most > 0; most--) if (sum(within(most)) <= room) return within(most);
  return null;
}

/** A column this narrow still holds two words. */
function fewest(): number {
  return 13;
}

function widest(rows: readonly Row[], columns: (cell: string) => number): readonly number[] {
  const [first = []] = rows;
  return first.map((_, index) => rows.reduce((most, row) => Math.max(most, columns(row[index] ?? '')), 0));
}

function longestWord(cell: string): number {
  return cell.split(' ').reduce((most, word) => Math.max(most, widthOf(word)), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A name that is too long for its column has a line of its own, and so have the cells where a word is. */
function besides(
  [name, ...cells]: Row,
  [nameWidth = 0, ...widths]: readonly number[],
  width: number,
): readonly string[] {
  const isLong = widthOf(name) > nameWidth;
  const columns = cells.map((cell, index) => wrapped(cell, widths[index] ?? 0));
  const fits = (line: string, index: number) => widthOf(line) <= (widths[index] ?? 0);
  if (!columns.every((lines, index) => lines.every((line) => fits(line, index))))
    return stacked([name, ...cells], width);
  const height = Math.max(1, ...columns.map((lines) => lines.length));
  const lines = Array.from({ length: height }, (_, row) => {
    const lead = padded(row === 0 && !isLong ? name : '', nameWidth);
    const rest = columns.map((texts, index) => padded(texts[row] ?? '', widths[index] ?? 0));
    return [lead, ...rest].join(' '.repeat(GAP)).trimEnd();
  });
  return isLong ? [name, ...lines.filter((line) => line !== '')] : lines;
}

function stacked([name, ...cells]: Row, width: number): readonly string[] {
  const indent = name.length - name.trimStart().length + STACKED_INDENT;
  const text = cells.filter((cell) => cell !== '').join('; ');
  const lines = text === '' ? [] : wrapped(text, width - indent);
  return [name, ...lines.map((line) => `${' '.repeat(indent)}${line}`)];
}

/** The closest known name, for "did you mean". */

/** A candidate with more slips than this is unrelated, however long the word is. */
const MOST_SLIPS = 4;

/**
 * The candidate that is fewest slips away from the word, or null if all are unrelated. A slip is a letter added, left
 * out, replaced or swapped with its neighbour; upper and lower case count as equal. About a third of the letters may be
 * wrong. Of equally near candidates the first wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const folded = word.toLowerCase();
  let best: string | null = null;
  let fewest = MOST_SLIPS + 1;
  for (const candidate of candidates) {
    const bound = Math.min(fewest - 1, slipsForgiven(word, candidate));
    const slips = slipsBetween(folded, candidate.toLowerCase(), bound);
    if (slips === null) continue;
    best = candidate;
    fewest = slips;
  }
  return best;
}

function slipsForgiven(word: string, candidate: string): number {
  return Math.min(MOST_SLIPS, Math.floor(Math.max(word.length, candidate.length) / 3));
}

/**
 * The slips between two words, or null where there are more than `bound`. Only the cells within `bound` of the diagonal
 * are looked at, so time is linear in the shorter word and memory constant.
 */
function slipsBetween(left: string, right: string, bound: number): number | null {
  if (bound < 0 || Math.abs(left.length - right.length) > bound) return null;
  let beforeLast: readonly number[] = [];
  let last = firstRow(bound);
  for (let row = 1; row <= left.length; row++) {
    const current = nextRow(left, right, row, bound, last, beforeLast);
    if (Math.min(...current) > bound) return null;
    beforeLast = last;
    last = current;
  }
  const slips = cell(last, right.length - left.length + bound);
  return slips <= bound ? slips : null;
}

/** A row holds the cells `column - row` = -bound … bound. Row 0 counts the letters added. */
function firstRow(bound: number): readonly number[] {
  return Array.from({ length: 2 * bound + 1 }, (_, index) =>
    index < bound ? Number.POSITIVE_INFINITY : index - bound,
  );
}

function nextRow(
  left: string,
  right: string,
  row: number,
  bound: number,
  last: readonly number[],
  beforeLast: readonly number[],
): readonly number[] {
  const current: number[] = [];
  for (let index = 0; index <= 2 * bound; index++) {
    const column = row + index - bound;
    if (column < 0 || column > right.length) {
      current.push(Number.POSITIVE_INFINITY);
      continue;
    }
    const isEqual = column > 0 && left[row - 1] === right[column - 1];
    const isSwapped = column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
    const replaced = cell(last, index) + (isEqual ? 0 : 1);
    const oneLonger = Math.min(cell(last, index + 1), cell(current, index - 1)) + 1;
    const swapped = isSwapped ? cell(beforeLast, index) + 1 : Number.POSITIVE_INFINITY;
    current.push(Math.min(replaced, oneLonger, swapped));
  }
  return current;
}

function cell(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** Sets of characters, as ranges of code points. */

/** First and last code point, both included. */
export type Range = readonly [first: number, last: number];

export const LAST_CODE_POINT = 0x10ffff;

/** The same set with its ranges in order, apart from one another. */
export function inOrder(ranges: readonly Range[]): readonly Range[] {
  const merged: [number, number][] = [];
  for (const [first, last] of [...ranges].sort(([left], [right]) => left - right)) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** All other characters. */
export function others(ranges: readonly Range[]): readonly Range[] {
  const gaps: Range[] = [];
  let next = 0;
  for (const [first, last] of inOrder(ranges)) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) gaps.push([next, LAST_CODE_POINT]);
  return gaps;
}

/** With the other case of each letter of ASCII. */
export function inBothCases(ranges: readonly Range[]): readonly Range[] {
  const shifted = (from: Range, by: number) =>
    ranges.flatMap(([first, last]): Range[] => {
      const [start, end] = [Math.max(first, from[0]), Math.min(last, from[1])];
      return start > end ? [] : [[start + by, end + by]];
    });
  return inOrder([...ranges, ...shifted(UPPER, LOWER[0] - UPPER[0]), ...shifted(LOWER, UPPER[0] - LOWER[0])]);
}

const DIGITS: Range = [0x30, 0x39];
const UPPER: Range = [0x41, 0x5a];
const LOWER: Range = [0x61, 0x7a];
const WORD: readonly Range[] = [DIGITS, UPPER, LOWER, [0x5f, 0x5f]];
const BLANKS: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
];

/** Sets by the letter of their escape. */
export const NAMED_SETS: ReadonlyMap<string, readonly Range[]> = new Map([
  ['d', [DIGITS]],
  ['D', others([DIGITS])],
  ['w', WORD],
  ['W', others(WORD)],
  ['s', BLANKS],
  ['S', others(BLANKS)],
]);

/** What `.` stands for: all but line ends. */
export const ANY: readonly Range[] = others([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
]);

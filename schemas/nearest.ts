/** The closest known name, for "did you mean". */

/**
 * The candidate that a slip of the hand would turn into this word, or null. Letters of other case are no slip; a short
 * word forgives one, a longer one two. Of equally close candidates the first.
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const wanted = word.slice(0, LONGEST).toLowerCase();
  const allowed = wanted.length < 3 ? 0 : wanted.length < 6 ? 1 : 2;
  let best: string | null = null;
  let least = allowed + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const slips = distance(wanted, candidate.toLowerCase());
    if (slips < least) [best, least] = [candidate, slips];
  }
  return best;
}

/** No name we know is longer; what is longer is no slip. */
const LONGEST = 64;

/** Letters changed, added, left out, or exchanged with their neighbour. */
function distance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const change = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      let least = Math.min(change, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const isExchange = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && isExchange) least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}

/** How hard a value is to guess, as far as its characters tell. */

/**
 * An estimate in bits: what it takes to write down the characters, or the steps from each to the next, whichever is less. Characters that
 * repeat or count up are worth little; words are not recognized.
 */
export function entropyBits(characters: Iterable<number>): number {
  const seen = new Map<number, number>();
  const steps = new Map<number, number>();
  let previous: number | null = null;
  for (const character of characters) {
    count(seen, character);
    if (previous !== null) count(steps, character - previous);
    previous = character;
  }
  return Math.min(bitsOf(seen), bitsOf(steps) + Math.log2(Math.max(seen.size, 1)));
}

function count(counts: Map<number, number>, symbol: number): void {
  counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
}

/** The number of symbols times the entropy of Shannon. */
function bitsOf(counts: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const times of counts.values()) total += times;
  let bits = 0;
  for (const times of counts.values()) bits -= times * Math.log2(times / total);
  return bits;
}

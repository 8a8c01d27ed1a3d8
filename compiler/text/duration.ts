/** Durations such as `1h30m`, in seconds. */

const SECONDS: ReadonlyMap<string, bigint> = new Map([
  ['s', 1n],
  ['m', 60n],
  ['h', 3_600n],
  ['d', 86_400n],
  ['w', 604_800n],
]);
/** The largest number of 64 bits; more seconds than that are refused. */
const MOST_SECONDS = 2n ** 64n - 1n;

/**
 * Seconds of a `max_age` (spec 2.14), or null if the text is not a duration: terms of a whole number and one of `s m h d w`, in
 * any order and repeated, blanks around it ignored, a sum above zero that fits into 64 bits. Beyond 2^53 the result is
 * rounded, which no clock notices.
 */
export function parseDuration(text: string): number | null {
  const terms = text.trim();
  const term = /([0-9]+)([smhdw])/uy;
  let total = 0n;
  while (term.lastIndex < terms.length) {
    const [, digits = '', unit = ''] = term.exec(terms) ?? [];
    const seconds = secondsOf(digits.replace(/^0+/u, ''), unit);
    if (seconds === null || total + seconds > MOST_SECONDS) return null;
    total += seconds;
  }
  return total > 0n ? Number(total) : null;
}

/** Twenty digits hold every number of 64 bits; longer ones are not worth computing. */
function secondsOf(digits: string, unit: string): bigint | null {
  const seconds = SECONDS.get(unit);
  return seconds === undefined || digits.length > 20 ? null : BigInt(digits) * seconds;
}

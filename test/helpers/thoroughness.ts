/**
 * How much is tried of what is generated, and how large is what is large. `THOROUGH_TESTS` says it, and is read here alone:
 *
 *     npm test        (not set)  a tenth of both
 *     .ci/run         1          three tenths of the generated cases; sizes as in `npm test`
 *     npm run fuzz    all        all of both
 *
 * But for those with a seed, every run generates other cases, so that many runs of three tenths try more than one of all. A size is
 * the same text each time: what takes the square of its time stands out at a tenth of it, too.
 */
const level = process.env['THOROUGH_TESTS'] ?? '';

/** In tenths. */
const PARTS: Readonly<Record<string, { readonly cases: number; readonly sizes: number }>> = {
  '1': { cases: 3, sizes: 1 },
  all: { cases: 10, sizes: 10 },
};
const { cases, sizes } = PARTS[level] ?? { cases: 1, sizes: 1 };

/** How many generated cases to try of this many. */
export function tried(all: number): number {
  return Math.ceil((all * cases) / 10);
}

/** How many characters, or parts, a text that is made to hurt has of this many. */
export function sized(all: number): number {
  return Math.ceil((all * sizes) / 10);
}

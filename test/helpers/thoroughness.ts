/**
 * How much is tried of what is generated, and how large is what is large: a part in `npm test`, all of it in `npm run fuzz` and
 * `.ci/run`, which set `THOROUGH_TESTS=1`. The variable is read here alone.
 */
const isThorough = process.env['THOROUGH_TESTS'] === '1';

/** Sizes of this kind are a tenth in `npm test`: what takes the square of its time still stands out. */
const PART = 10;

/** How many generated cases, or characters of a text that is made to hurt, to try of this many. */
export function tried(all: number): number {
  return isThorough ? all : Math.ceil(all / PART);
}

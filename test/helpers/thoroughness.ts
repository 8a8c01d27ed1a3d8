/**
 * How much is tried of what is generated, how large is what is large, and how many processes meet. `THOROUGH_TESTS` says it, and is
 * read here alone:
 *
 *     npm test            (not set)  a tenth of the cases and of the sizes, a third of combinations, four tenths of the processes
 *     .ci/run             1          three tenths of the cases; sizes as in `npm test`; all combinations and processes
 *     npm run fuzz        all        all of it
 *     npm run properties  all        all of it
 *
 * Which cases these are, `jest/properties.ts` says: the same each time, but for `npm run properties`. A size is the same text each
 * time: what takes the square of its time stands out at a tenth of it, too.
 */
const level = process.env['THOROUGH_TESTS'] ?? '';

/** In tenths. */
interface Parts {
  readonly cases: number;
  readonly sizes: number;
  readonly processes: number;
}
const PARTS: Readonly<Record<string, Parts>> = {
  '1': { cases: 3, sizes: 1, processes: 10 },
  all: { cases: 10, sizes: 10, processes: 10 },
};
const { cases, sizes, processes }: Parts = PARTS[level] ?? { cases: 1, sizes: 1, processes: 4 };

/** How many generated cases to try of this many. */
export function tried(all: number): number {
  return Math.ceil((all * cases) / 10);
}

/** How many characters, or parts, a text that is made to hurt has of this many. */
export function sized(all: number): number {
  return Math.ceil((all * sizes) / 10);
}

/** How many processes to start at once, of this many. */
export function atOnce(all: number): number {
  return Math.ceil((all * processes) / 10);
}

/** Whether to try the combination with this number, of many that differ little: each third in `npm test`, all elsewhere. */
export function isTried(number: number): boolean {
  return level !== '' || number % 3 === 0;
}

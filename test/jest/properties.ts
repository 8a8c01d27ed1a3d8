/**
 * Which inputs properties try. In `npm test` they are the same each time, so that a run fails only for what was changed;
 * `npm run properties` looks for what they do not reach. `PROPERTY_SEED` says it:
 *
 *     npm test             (not set)  the seed below
 *     npm run properties   random     another seed for each property; fast-check prints that of a failure
 *                          NUMBER     this seed, to see a failure again
 */
import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';

const SEED = 20_260_101;

function chosenSeed(): number | null {
  const chosen = process.env['PROPERTY_SEED'] ?? '';
  if (chosen === 'random') return null;
  const seed = chosen === '' ? SEED : Number(chosen);
  if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED is neither "random" nor an integer: ${chosen}`);
  return seed;
}

/** Loading the library takes 40 ms, so only the test files that import it pay for that. Each of them has its own copy. */
async function configure(testPath: string): Promise<void> {
  const seed = chosenSeed();
  if (seed === null || !readFileSync(testPath, 'utf8').includes("'fast-check'")) return;
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed });
}

await configure(expect.getState().testPath ?? '');

/** Sends such lines to both sides of ours until the time is over, and prints what went wrong. */
import { IMPLEMENTATIONS } from '../../wire/implementations.js';
import { fuzzedSession } from './fuzzed-session.js';
import { Random } from './random.js';

export interface Fuzzed {
  readonly sessions: number;
  /** With the seed that repeats each. */
  readonly problems: readonly string[];
}

/** Sessions with the seeds from this one, of all implementations in turn. */
export async function fuzzLines({ seed, sessions, until = Number.POSITIVE_INFINITY, atOnce }: Plan): Promise<Fuzzed> {
  const problems: string[] = [];
  let started = 0;
  const targets = Object.entries(IMPLEMENTATIONS);
  const worker = async () => {
    while (started < sessions && Date.now() < until) {
      const number = started++;
      const [name, target] = targets[number % targets.length] ?? [];
      if (name === undefined || target === undefined) return;
      const problem = await fuzzedSession(target, new Random(seed + number));
      if (problem !== null) problems.push(`${name}, seed ${seed + number}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { sessions: started, problems };
}

interface Plan {
  readonly seed: number;
  readonly sessions: number;
  /** A Unix time in milliseconds after which none is started. */
  readonly until?: number;
  readonly atOnce: number;
}

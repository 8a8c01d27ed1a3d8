/** Sends such lines to both sides of ours until the time is over, and prints what went wrong. */
import { IMPLEMENTATIONS } from '../../wire/implementations.js';
import { fuzzedAnswers } from './fuzzed-answers.js';
import { fuzzedSession } from './fuzzed-session.js';
import { Random } from './random.js';

export interface Fuzzed {
  readonly sessions: number;
  /** With the seed that repeats each. */
  readonly problems: readonly string[];
}

/** One session with this seed: null, or what went wrong. */
type Fuzz = (seed: number) => Promise<string | null>;

/** Sessions with the seeds from this one, of all implementations in turn, and of the asking side. */
export async function fuzzLines({ seed, sessions, until = Number.POSITIVE_INFINITY, atOnce }: Plan): Promise<Fuzzed> {
  const problems: string[] = [];
  let started = 0;
  const targets: readonly (readonly [string, Fuzz])[] = [
    ...Object.entries(IMPLEMENTATIONS).map(
      ([name, target]) => [name, (own: number) => fuzzedSession(target, new Random(own))] as const,
    ),
    ['the asking side', fuzzedAnswers],
  ];
  const worker = async () => {
    while (started < sessions && Date.now() < until) {
      const number = started++;
      const [name, fuzz] = targets[number % targets.length] ?? [];
      const problem = await fuzz?.(seed + number);
      if (typeof problem === 'string') problems.push(`${name}, seed ${seed + number}: ${problem}`);
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

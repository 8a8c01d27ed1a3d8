/** Concurrent requests to a store that may prompt to be unlocked: it prompts once, not once for each request. */
import { concurrencyIn, eachAtOnce } from '../../each-at-once.js';
import type { Environment } from '../../values/environment.js';
import type { Call, StoreFailure } from '../provider.js';
import type { Failed } from '../store-failure.js';

/** Failures that every other request behind the same lock would meet, too. */
const OF_THE_LOCK: ReadonlySet<StoreFailure['kind']> = new Set([
  'locked',
  'timeout',
  'unreachable',
  'missing-program',
  'missing-credential',
]);

/** Answers that a store may give while it is locked. Whatever else was read shows that it is open. */
const ANSWERED_LOCKED: ReadonlySet<string> = new Set(['absent', 'failed']);

interface Answered {
  readonly kind: string;
}

export class Locks {
  readonly #limit: number;
  readonly #open = new Set<string>();
  readonly #opening = new Map<string, Promise<Failed | null>>();

  constructor(environment: Environment) {
    this.#limit = concurrencyIn(environment);
  }

  /**
   * One answer per name, in order; equal names are requested once. The first request behind each lock is sent alone. Its
   * success is remembered, its failure only for this batch: a person may unlock what was locked. Requests behind no lock
   * (null) do not wait.
   */
  async each<Done extends Answered>(
    names: readonly string[],
    lockOf: (name: string) => Promise<string | null>,
    work: (name: string) => Promise<Done | Failed>,
    call?: Call,
  ): Promise<readonly (Done | Failed)[]> {
    const distinct = [...new Set(names)];
    const stopped = new Map<string, Failed>();
    const answerTo = async (name: string) => {
      const lock = await lockOf(name);
      return lock === null ? work(name) : this.#behind(lock, stopped, () => work(name));
    };
    const answers = await eachAtOnce(distinct, this.#limit, answerTo, call?.answered);
    const byName = new Map(distinct.map((name, index) => [name, answers[index]]));
    return names.flatMap((name) => byName.get(name) ?? []);
  }

  async #behind<Done extends Answered>(
    lock: string,
    stopped: Map<string, Failed>,
    work: () => Promise<Done | Failed>,
  ): Promise<Done | Failed> {
    for (let opening = this.#opening.get(lock); opening; opening = this.#opening.get(lock)) {
      const failure = await opening;
      if (failure !== null) stopped.set(lock, failure);
    }
    const stop = stopped.get(lock);
    if (stop !== undefined) return stop;
    const working = work();
    if (!this.#open.has(lock)) this.#opening.set(lock, this.#outcomeOf(lock, working));
    const answer = await working;
    const failure = failureOf(answer);
    if (failure !== null) stopped.set(lock, failure);
    return answer;
  }

  async #outcomeOf(lock: string, working: Promise<Answered>): Promise<Failed | null> {
    try {
      const answer = await working;
      if (!ANSWERED_LOCKED.has(answer.kind)) this.#open.add(lock);
      return failureOf(answer);
    } catch {
      // Thrown to the request itself; the next one tries again.
      return null;
    } finally {
      this.#opening.delete(lock);
    }
  }
}

/** Whether every other request behind the same lock would fail in the same way. */
export function isOfTheLock({ failure }: Failed): boolean {
  return OF_THE_LOCK.has(failure.kind);
}

function failureOf(answer: Answered): Failed | null {
  return isFailed(answer) && isOfTheLock(answer) ? answer : null;
}

function isFailed(answer: Answered): answer is Failed {
  return answer.kind === 'failed';
}

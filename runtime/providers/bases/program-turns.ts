/** How many vendors' programs run at once for all stores of a call, whose own limits would add up (providers-local 25.22). */
import { setMaxListeners } from 'node:events';
import { concurrencyIn } from '../../each-at-once.js';
import type { Environment } from '../../values/environment.js';

const turnsOf = new WeakMap<Environment, Turns>();

/** Runs `work` when it is its turn. `environment`: that of the call. */
export function inTurn<Done>(environment: Environment, signal: AbortSignal, work: () => Promise<Done>): Promise<Done> {
  const turns = turnsOf.get(environment) ?? new Turns(concurrencyIn(environment));
  turnsOf.set(environment, turns);
  return turns.take(signal, work);
}

class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Work that is given up does not wait: it ends at once. */
  async take<Done>(signal: AbortSignal, work: () => Promise<Done>): Promise<Done> {
    const isGiven = this.#free <= 0 && !signal.aborted && (await this.#turn(signal));
    if (!isGiven) this.#free--;
    try {
      return await work();
    } finally {
      this.#free++;
      this.#give();
    }
  }

  /** To the one that has waited longest. */
  #give(): void {
    const [next] = this.#waiting;
    if (next === undefined || this.#free <= 0) return;
    this.#free--;
    next();
  }

  /** Whether a turn was given; else the work was given up. */
  #turn(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isGiven: boolean) => {
        this.#waiting.delete(given);
        signal.removeEventListener('abort', givenUp);
        resolve(isGiven);
      };
      const given = () => end(true);
      const givenUp = () => end(false);
      this.#waiting.add(given);
      // Many may wait for one call, and Node takes more than ten listeners for a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', givenUp);
    });
  }
}

/** Limits how much runs at once; the rest waits its turn, in order. */

export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Does the work when its turn comes; gives `cancelled` if the signal aborts before. */
  async take<Result>(signal: AbortSignal, cancelled: Result, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else if (!(await this.#waited(signal))) return cancelled;
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  #waited(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = () => {
        this.#waiting.delete(go);
        resolve(false);
      };
      if (signal.aborted) return resolve(false);
      this.#waiting.add(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

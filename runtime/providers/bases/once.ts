/** What is asked for once, by whoever needs it first, while the others wait for the same answer: sign-ins, credentials, programs. */
import type { Call } from '../provider.js';
import type { Failed } from '../store-failure.js';

interface Asked<Answer> {
  readonly answer: Promise<Answer | Failed>;
  readonly signal: AbortSignal;
}

export class Once<Answer extends { readonly kind: string }> {
  #asked: Asked<Answer> | null = null;

  /** An answer is kept, a failure is not: what was locked may be unlocked by the next call (providers-local 1.4). */
  async get(ask: () => Promise<Answer | Failed>, { signal }: Call): Promise<Answer | Failed> {
    for (;;) {
      const isOurs = this.#asked === null;
      this.#asked ??= { answer: ask(), signal };
      const asked = this.#asked;
      let isKept = false;
      try {
        const answer = await asked.answer;
        isKept = answer.kind !== 'failed';
        // Only the call that asked was given up.
        if (isKept || isOurs || !asked.signal.aborted || signal.aborted) return answer;
      } finally {
        if (!isKept && this.#asked === asked) this.#asked = null;
      }
    }
  }

  forget(): void {
    this.#asked = null;
  }
}

/** What is asked for once, by whoever needs it first, while the others wait for the same answer: sign-ins, credentials, programs. */
import type { Call } from '../provider.js';
import type { Failed } from '../store-failure.js';

interface Asked<Answer> {
  readonly answer: Promise<Answer | Failed>;
  readonly signal: AbortSignal;
  /** The answer, once it is there and not a failure. */
  kept: Answer | null;
}

export class Once<Answer extends { readonly kind: string }> {
  #asked: Asked<Answer> | null = null;

  /** An answer is kept, a failure is not: what was locked may be unlocked by the next call (providers-local 1.4). */
  async get(ask: () => Promise<Answer | Failed>, { signal }: Call): Promise<Answer | Failed> {
    for (;;) {
      const isOurs = this.#asked === null;
      this.#asked ??= { answer: ask(), signal, kept: null };
      const asked = this.#asked;
      try {
        const answer = await asked.answer;
        if (isAnswer(answer)) asked.kept = answer;
        // Only the call that asked was given up.
        if (asked.kept !== null || isOurs || !asked.signal.aborted || signal.aborted) return answer;
      } finally {
        if (asked.kept === null && this.#asked === asked) this.#asked = null;
      }
    }
  }

  /** Forgets this answer, which turned out to be of no use any more; not a newer one. */
  forget(answer: Answer): void {
    if (this.#asked?.kept === answer) this.#asked = null;
  }
}

function isAnswer<Answer extends { readonly kind: string }>(answer: Answer | Failed): answer is Answer {
  return answer.kind !== 'failed';
}

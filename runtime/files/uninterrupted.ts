/** Calls that a signal may interrupt. */
import { codeOf } from './system-reason.js';

/** Enough for any number of signals; a system that keeps failing like this is not retried forever. */
const MOST_TRIES = 100;

/**
 * Repeats the work if a call in it was interrupted, which happens on network file systems. The runtime does this for
 * every call except reads, so the work must also open what it reads.
 */
export function uninterrupted<T>(work: () => T): T {
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (codeOf(error) !== 'EINTR' || tries === MOST_TRIES) throw error;
    }
  }
}

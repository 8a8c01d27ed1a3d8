/** Calls that a signal may interrupt. */
import { codeOf } from './system-reason.js';

/** Enough for any number of signals; a system that goes on answering so is not waited for. */
const MOST_TRIES = 100;

/**
 * Does the work again where a call in it was interrupted, which happens on network file systems. The runtime does this for
 * every call but those that read, so the work opens what it reads.
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

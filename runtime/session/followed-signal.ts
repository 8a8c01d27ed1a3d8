/** A signal that follows others, which outlive it, while work runs. */
import { setMaxListeners } from 'node:events';

/** Between two pieces of work, and after the last, the others know nothing of it. */
export interface FollowedSignal {
  readonly signal: AbortSignal;
  /** Aborted during the work as soon as one of the others is, and at its beginning, if one is already. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
}

/** `AbortSignal.any` would be kept by the others for as long as they live. */
export function followedSignal(others: readonly AbortSignal[]): FollowedSignal {
  const controller = new AbortController();
  let running = 0;
  // Many requests of one caller may run at once.
  setMaxListeners(0, ...others);
  const follow = () => {
    const aborted = others.find((other) => other.aborted);
    if (aborted !== undefined) controller.abort(aborted.reason);
  };
  return {
    signal: controller.signal,
    async during(work) {
      if (running++ === 0) for (const other of others) other.addEventListener('abort', follow);
      follow();
      try {
        return await work();
      } finally {
        if (--running === 0) for (const other of others) other.removeEventListener('abort', follow);
      }
    },
  };
}

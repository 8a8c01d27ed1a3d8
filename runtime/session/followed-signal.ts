/** A signal that follows others, which outlive it, while work runs; it takes effect after what must be whole. */
import { type DeferredSignal, deferredBy } from './deferred-signal.js';

/** Between two pieces of work, and after the last, the others know nothing of it. */
export interface FollowedSignal extends DeferredSignal {
  /** Aborted during the work as soon as one of the others is, and at its beginning, if one is already. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  /** Throws the reason of the one that is aborted, also while it takes no effect yet. */
  readonly throwIfAsked: () => void;
}

/** `AbortSignal.any` would be kept by the others for as long as they live. */
export function followedSignal(others: readonly AbortSignal[]): FollowedSignal {
  const { signal, uninterruptibly, takeEffect } = deferredBy(others);
  let running = 0;
  return {
    signal,
    uninterruptibly,
    throwIfAsked() {
      for (const other of others) other.throwIfAborted();
    },
    async during(work) {
      if (running++ === 0) for (const other of others) other.addEventListener('abort', takeEffect);
      takeEffect();
      try {
        return await work();
      } finally {
        if (--running === 0) for (const other of others) other.removeEventListener('abort', takeEffect);
      }
    },
  };
}

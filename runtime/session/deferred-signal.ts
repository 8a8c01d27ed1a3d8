/** A signal that takes effect only between pieces of work that must be whole, such as a write to a store. */
import type { SessionPorts } from './ports.js';

export type DeferredSignal = Pick<SessionPorts, 'signal' | 'uninterruptibly'>;

export function deferredSignal(asked: AbortSignal): DeferredSignal {
  const controller = new AbortController();
  let held = 0;
  const takeEffect = () => {
    if (held === 0 && asked.aborted) controller.abort(asked.reason);
  };
  takeEffect();
  asked.addEventListener('abort', takeEffect, { once: true });
  return {
    signal: controller.signal,
    async uninterruptibly(work) {
      controller.signal.throwIfAborted();
      held++;
      try {
        return await work();
      } finally {
        held--;
        takeEffect();
      }
    },
  };
}

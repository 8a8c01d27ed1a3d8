/** A signal that takes effect only between pieces of work that must be whole, such as a write to a store. */
import type { SessionPorts } from './ports.js';

export type DeferredSignal = Pick<SessionPorts, 'signal' | 'uninterruptibly'>;

export function deferredSignal(asked: AbortSignal): DeferredSignal {
  const { takeEffect, ...deferred } = deferredBy([asked]);
  asked.addEventListener('abort', takeEffect, { once: true });
  return deferred;
}

/** `takeEffect`: to be called once one of them may be aborted. */
export function deferredBy(asked: readonly AbortSignal[]): DeferredSignal & { readonly takeEffect: () => void } {
  const controller = new AbortController();
  let held = 0;
  const takeEffect = () => {
    if (held > 0) return;
    const aborted = asked.find((one) => one.aborted);
    if (aborted !== undefined) controller.abort(aborted.reason);
  };
  takeEffect();
  return {
    signal: controller.signal,
    takeEffect,
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

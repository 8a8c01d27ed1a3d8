/** Work that is no longer waited for once its caller gives up. */

/** The result of the work; throws the signal's reason as soon as it is aborted. The work may continue; its result is ignored. */
export function unlessAborted<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work();
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

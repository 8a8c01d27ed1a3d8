/** Waiting at a descriptor that another process left non-blocking, while its other end is slow. */

const RETRY_MS = 5;

/** Pauses this thread; the caller tries its descriptor again. */
export function waitForOtherEnd(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
}

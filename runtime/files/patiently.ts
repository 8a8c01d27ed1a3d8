/** Changes of files that Windows refuses while a scanner, an indexer or a reader has one open: soon it has not. */
import { codeOf } from './system-reason.js';

/** Sharing violations, which Windows also reports as a lack of permission. */
const HELD: ReadonlySet<string> = new Set(['EBUSY', 'EPERM', 'EACCES']);
const PATIENCE_MS = 2_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** Does the work again while it fails so, for two seconds; elsewhere it is done once. Throws what the system reported last. */
export function patiently<T>(work: () => T, platform = process.platform): T {
  if (platform !== 'win32') return work();
  for (let pause = FIRST_PAUSE_MS, waited = 0; ; waited += pause, pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return work();
    } catch (error) {
      if (waited >= PATIENCE_MS || !HELD.has(codeOf(error) ?? '')) throw error;
    }
    sleep(pause);
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

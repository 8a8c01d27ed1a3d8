/** Runs on Windows: waits for what other processes do. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 20;

/** What `look` gives, once it is true. Throws if that takes too long. */
export function until(look) {
  for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {
    const found = look();
    if (found) return found;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  throw new Error(`waited in vain: ${look}`);
}

export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

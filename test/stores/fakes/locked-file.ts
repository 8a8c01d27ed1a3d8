/** A file that several processes change, one after the other. */
import { mkdirSync, rmdirSync } from 'node:fs';

/** Waits for up to ten seconds. */
export function locked(path: string, change: () => void): void {
  const lock = `${path}.lock`;
  for (let tries = 0; !taken(lock); tries++) {
    if (tries > 2000) throw new Error(`${lock} is held by another process`);
    Atomics.wait(SLEEP, 0, 0, 5);
  }
  try {
    change();
  } finally {
    rmdirSync(lock);
  }
}

const SLEEP = new Int32Array(new SharedArrayBuffer(4));

function taken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

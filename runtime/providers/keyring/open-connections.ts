/**
 * The library closes the connection of an entry when the entry is collected as garbage, and hangs if a process has a thousand of
 * them. Garbage may wait longer than that, so it is collected here.
 */

declare const Bun: { gc(isSynchronous: boolean): void };

const MOST_OPEN = 200;

let made = 0;

/** To be called before an entry is made. */
export async function makeRoom(): Promise<void> {
  made++;
  if (made % MOST_OPEN !== 0) return;
  collectGarbage();
  // In a turn of its loop Node closes what was collected.
  await new Promise((resolve) => setImmediate(resolve));
}

function collectGarbage(): void {
  if (process.versions['bun'] !== undefined) {
    Bun.gc(true);
    return;
  }
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  const { runInNewContext } = process.getBuiltinModule('node:vm');
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // Compiled code is kept for the flags that it was compiled with.
  setFlagsFromString('--no-expose-gc');
  collect();
}

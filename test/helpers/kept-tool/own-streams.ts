/** The three standard streams of this process, which can be replaced by those of another one. */
import { closeSync, openSync } from 'node:fs';
import type { Stream } from './caller.js';

const NOTHING: readonly Stream[] = [0, 1, 2].map((number) => ({ path: '/dev/null', flags: number === 0 ? 0 : 1 }));

/** False, and nothing is open but `/dev/null`, if one cannot be opened, such as a pipe without a reader. */
export function take(streams: readonly Stream[]): boolean {
  try {
    replaceBy(streams);
    return true;
  } catch {
    giveBack();
    return false;
  }
}

export function giveBack(): void {
  replaceBy(NOTHING);
}

/** The system gives the lowest number that is free. */
function replaceBy(streams: readonly Stream[]): void {
  for (const [number, { path, flags }] of streams.entries()) {
    closeQuietly(number);
    const given = openSync(path, flags);
    if (given !== number) throw new Error(`stream ${number} was opened as ${given}`);
  }
}

function closeQuietly(number: number): void {
  try {
    closeSync(number);
  } catch {
    // One that could not be opened before.
  }
}

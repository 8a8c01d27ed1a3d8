/** Taking away what nobody needs any more. */
import { unlinkSync } from 'node:fs';

/** Removes a file of ours, if it is there. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was not there, or the folder no longer lets us: nothing that the caller could do better.
  }
}

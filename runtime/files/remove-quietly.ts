/** Removes files that are no longer needed. */
import { unlinkSync } from 'node:fs';

/** Removes a file of this tool, if it exists. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It does not exist, or the folder no longer permits it: the caller could not do better.
  }
}

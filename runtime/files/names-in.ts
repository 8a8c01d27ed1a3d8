/** The names in a folder, for cleaning up. */
import { readdirSync } from 'node:fs';

/** None if the folder may not be listed: a user who may write in it may not always read it, and then nothing can be found. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

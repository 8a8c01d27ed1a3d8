/** What lies in a folder, for those who clear away. */
import { readdirSync } from 'node:fs';

/** Nothing where the folder may not be listed: who may write in it may not always read it, and then nothing can be found. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

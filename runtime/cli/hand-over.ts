/** Handing over what was resolved: all of it, or nothing is left behind. */
import type { Resolution } from '../execute/resolution.js';
import { removeTemporary } from '../execute/temporary-files.js';

/** Where `deliver` throws, nobody got the paths of the temporary files: takes them back. */
export async function handOver<T>({ files }: Resolution, deliver: () => Promise<T>): Promise<T> {
  try {
    return await deliver();
  } catch (error) {
    for (const path of files) removeTemporary(path);
    throw error;
  }
}

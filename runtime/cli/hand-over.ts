/** Handing over what was resolved: all of it, or nothing is left behind. */
import type { Resolution } from '../execute/resolution.js';

/** Where `deliver` throws, nobody got the paths of the temporary files: takes them back. */
export async function handOver<T>({ files }: Resolution, deliver: () => Promise<T>): Promise<T> {
  try {
    return await deliver();
  } catch (error) {
    const { removeTemporary } = await import('../execute/temporary-files.js');
    for (const path of files) removeTemporary(path);
    throw error;
  }
}

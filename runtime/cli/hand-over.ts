/** Handing over what was resolved: all of it, or nothing is left behind. */
import type { Resolution } from '../execute/resolution.js';

/** Where `deliver` throws, nobody got the paths of the temporary files: takes them back. */
export async function handOver<T>(resolution: Resolution, deliver: () => Promise<T>): Promise<T> {
  try {
    return await deliver();
  } catch (error) {
    await takeBack(resolution);
    throw error;
  }
}

/** Removes the temporary files of the resolution, those of hidden inputs included. */
export async function takeBack({ files }: Resolution): Promise<void> {
  const { removeTemporary } = await import('../execute/temporary-files.js');
  for (const path of files) removeTemporary(path);
}

/** One process at a time in the files of another program. */
import { dirname } from 'node:path';
import { asFault } from './file-fault.js';
import { underLock } from './lock.js';
import { makePrivateFolder } from './modes.js';

/** `Files.alone`. */
export async function alone<T>(path: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    makePrivateFolder(dirname(path));
    return await underLock(path, path, work, { signal });
  } catch (error) {
    throw asFault(error, 'write', path);
  }
}

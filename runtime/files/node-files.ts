/** The files of this machine. Reading is loaded at once; what only writing needs is loaded with the first write. */
import type { Files } from './files.js';
import { readRegularFile } from './read-file.js';

/** `Files` over the file system. Calls are synchronous inside, which is fastest for small local files. */
export function nodeFiles(): Files {
  return {
    read: async (path) => readRegularFile(path),
    update: async (path, change, options) => {
      const { updateFile } = await import('./update-file.js');
      return updateFile(path, change, options);
    },
    alone: async (path, work, signal) => (await import('./alone.js')).alone(path, work, signal),
    changedCopy: async (path, bytes, use) => (await import('./changed-copy.js')).changedCopy(path, bytes, use),
    refusesUpdate: async (path) => (await import('./update-file.js')).refusesUpdate(path),
    identity: async (path) => (await import('./resolve-target.js')).identityOf(path),
    beneath: async (root) => (await import('./beneath.js')).filesBeneath(root),
  };
}

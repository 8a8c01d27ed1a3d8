/** The files of this machine. Reading is loaded at once; what only writing needs is loaded with the first write. */
import { FileFault, type Files } from './files.js';
import type { KeptStreams } from './kept-streams.js';
import { isStream, readRegularFile } from './read-file.js';

export interface NodeFiles extends Files {
  /** What was read from pipes and other streams is not needed any more. */
  forget(): void;
}

/**
 * `Files` over the file system. Calls are synchronous inside, which is fastest for small local files. `signal` ends waiting for streams,
 * and so does the end of `streamMs`; left out, it is what a person would wait.
 */
export function nodeFiles(signal: () => AbortSignal | undefined = () => undefined, streamMs?: number): NodeFiles {
  let streams: Promise<KeptStreams> | null = null;
  const kept = async () => {
    streams ??= import('./kept-streams.js').then((module) => new module.KeptStreams(signal, streamMs));
    return streams;
  };
  const readStream = async (path: string) => (await kept()).read(path);
  return {
    read: async (path) => {
      try {
        return readRegularFile(path);
      } catch (error) {
        if (isSpecial(error) && isStream(path)) return readStream(path);
        throw error;
      }
    },
    forget: () => {
      streams = null;
    },
    update: async (path, change, options) => {
      const { updateFile } = await import('./update-file.js');
      return updateFile(path, change, options);
    },
    alone: async (path, work, signal) => (await import('./alone.js')).alone(path, work, signal),
    changedCopy: async (path, bytes, use) => (await import('./changed-copy.js')).changedCopy(path, bytes, use),
    makePrivateFolder: async (path) => (await import('./private-folder.js')).makePrivateFolder(path),
    exists: async (path) => (await import('./is-there.js')).isThere(path),
    refusesUpdate: async (path) => (await import('./update-file.js')).refusesUpdate(path),
    identity: async (path) => (await import('./resolve-target.js')).identityOf(path),
    place: async (path) => (await import('./resolve-target.js')).targetOrPath(path),
    beneath: async (root) => (await import('./beneath.js')).filesBeneath(root, readStream),
  };
}

function isSpecial(error: unknown): boolean {
  return error instanceof FileFault && error.code === 'special';
}

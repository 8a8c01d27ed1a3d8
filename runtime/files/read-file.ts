/** Reading a file that must be a regular one. */
import type { Stats } from 'node:fs';
import { asFault, fileFault } from './file-fault.js';
import { NO_LINK, readOpened } from './read-opened.js';
import { codeOf } from './system-reason.js';

/** The file's bytes, with links followed; null if it, or a folder of its path, does not exist. Throws a FileFault. */
export function readRegularFile(path: string): Buffer | null {
  return readRegular(path, path);
}

/** The same, but the last part of the path must not be a symbolic link. `shown` names the file in faults. */
export function readUnlinkedFile(path: string, shown: string): Buffer | null {
  return readRegular(path, shown, NO_LINK);
}

function readRegular(path: string, shown: string, flags = 0): Buffer | null {
  const read = (status: Stats, bytes: () => Buffer) => {
    refuseUnlessRegular(status, 'read', shown);
    return bytes();
  };
  try {
    return readOpened(path, read, flags);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw asFault(error, 'read', shown);
  }
}

/** Folders, FIFOs, sockets and devices are not files to read from or to replace. Throws a FileFault. */
export function refuseUnlessRegular(stats: Stats, action: 'read' | 'write' | 'remove', shown: string): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw fileFault('EISDIR', action, shown, 'it is a folder');
  throw fileFault('special', action, shown, 'it is not a regular file');
}

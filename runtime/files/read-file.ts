/** Reading a file that must be a regular one, without ever waiting for a writer at its other end. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { asFault, fileFault } from './file-fault.js';
import { codeOf } from './system-reason.js';
import { uninterrupted } from './uninterrupted.js';

// Opening a FIFO would wait for a writer; with this flag it returns at once, and the type is looked at before reading.
const NEVER_WAIT = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The file's bytes, links followed; null when it, or a folder on the way, is not there. Throws a FileFault. */
export function readRegularFile(path: string): Buffer | null {
  return readOpened(path, path, NEVER_WAIT);
}

/** The same for the last part of a path that must not be a symbolic link. `shown` names the file in faults. */
export function readUnlinkedFile(path: string, shown: string): Buffer | null {
  return readOpened(path, shown, NEVER_WAIT | (constants.O_NOFOLLOW ?? 0));
}

function readOpened(path: string, shown: string, flags: number): Buffer | null {
  try {
    return uninterrupted(() => readOnce(path, shown, flags));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw asFault(error, 'read', shown);
  }
}

function readOnce(path: string, shown: string, flags: number): Buffer {
  const descriptor = openSync(path, flags);
  try {
    refuseUnlessRegular(fstatSync(descriptor), 'read', shown);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Folders, FIFOs, sockets and devices are not files to read from or to replace. Throws a FileFault. */
export function refuseUnlessRegular(stats: Stats, action: 'read' | 'write' | 'remove', shown: string): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw fileFault('EISDIR', action, shown, 'it is a folder');
  throw fileFault('special', action, shown, 'it is not a regular file');
}

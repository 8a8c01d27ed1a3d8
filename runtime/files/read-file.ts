/** Reading a file that must be a regular one. */
import { lstatSync, type Stats, statSync } from 'node:fs';
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

/** Only a regular file is opened: a process that writes to a pipe would take this for its reader. */
function readRegular(path: string, shown: string, flags = 0): Buffer | null {
  const read = (status: Stats, bytes: () => Buffer) => {
    refuseUnlessRegular(status, 'read', shown);
    return bytes();
  };
  try {
    const stats = (flags === NO_LINK ? lstatSync : statSync)(path, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isSymbolicLink()) refuseUnlessRegular(stats, 'read', shown);
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
  throw fileFault('special', action, shown, `it is not a regular file, but a ${kindOf(stats)}`);
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'named pipe';
  return stats.isSocket() ? 'socket' : 'device';
}

export function isStream(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && isStreamOf(stats);
}

/** Whether it is a pipe, a socket or a character device, which can be read to its end. A disk is not read as a whole. */
export function isStreamOf(stats: Stats): boolean {
  return stats.isFIFO() || stats.isSocket() || stats.isCharacterDevice();
}

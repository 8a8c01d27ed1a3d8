/** Files that only spare work: private to the user, put in place whole, ignored whenever there is a doubt. */
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from './modes.js';

const OTHERS_MAY_WRITE = 0o022;

/** The bytes of a regular file of ours that nobody else may write; null for any other. Throws what the file system does. */
export function readPrivate(path: string): Buffer | null {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(descriptor);
    const isOurs = process.getuid === undefined || status.uid === process.getuid();
    const isPrivate = process.getuid === undefined || (status.mode & OTHERS_MAY_WRITE) === 0;
    return status.isFile() && isOurs && isPrivate ? readFileSync(descriptor) : null;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Puts bytes in place of the file, mode 0600, in a folder that is made private where it has to be made. `bytesNow` is
 * asked only once there is a file to write to. False where that cannot be: it costs time, nothing else. A crash
 * of the system can tear the file, so its reader must check it.
 */
export function writePrivate(path: string, bytesNow: () => Uint8Array): boolean {
  const temporary = join(dirname(path), `.${process.pid}.${process.hrtime.bigint()}.tmp`);
  try {
    makePrivateFolder(dirname(path));
    fill(temporary, bytesNow);
    renameSync(temporary, path);
    return true;
  } catch {
    rmSync(temporary, { force: true });
    return false;
  }
}

function fill(path: string, bytesNow: () => Uint8Array): void {
  const descriptor = openSync(path, 'wx', PRIVATE_FILE);
  try {
    const bytes = bytesNow();
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
  } finally {
    closeSync(descriptor);
  }
}

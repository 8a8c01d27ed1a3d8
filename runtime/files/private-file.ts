/** Files and folders that are this user's alone: nobody else may read them or write them. */
import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './modes.js';
import { readWhole, writeWhole } from './whole-file.js';

/** What `writePrivate` wrote; null where file or folder is not there, not whole, or not ours alone. */
export function readPrivate(path: string): Buffer | null {
  return isPrivateFolder(dirname(path)) ? readWhole(path, (status) => isOurs(status, PRIVATE_FILE)) : null;
}

/** Puts bytes in place of the file; makes its folder, and none above that. False where that cannot be. */
export function writePrivate(path: string, bytesNow: () => Uint8Array): boolean {
  makeFolder(dirname(path), PRIVATE_FOLDER);
  return isPrivateFolder(dirname(path)) && writeWhole(path, PRIVATE_FILE, bytesNow);
}

/** Not a link to one. */
export function isPrivateFolder(path: string): boolean {
  try {
    const status = lstatSync(path, { throwIfNoEntry: false });
    return status?.isDirectory() === true && isOurs(status, PRIVATE_FOLDER);
  } catch {
    return false;
  }
}

/** Best effort: what is there afterwards is for the caller to look at. */
export function makeFolder(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch {
    // It exists by now, or it cannot be made.
  }
}

function isOurs({ uid, mode }: Stats, expected: number): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o777) === expected);
}

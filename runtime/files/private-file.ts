/** Files and folders that are private to this user: no one else may read or write them. */
import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './modes.js';
import { accessLists } from './others.js';
import { readWhole, writeWhole } from './whole-file.js';

/** What `writePrivate` wrote; null if file or folder is missing, incomplete, or not private. */
export function readPrivate(path: string): Buffer | null {
  return isPrivateFolder(dirname(path)) ? readWhole(path, (status) => isOurs(status, PRIVATE_FILE)) : null;
}

/** Replaces the content of the file; creates its folder, but none above it. False if that fails. */
export function writePrivate(path: string, bytesNow: () => Uint8Array): boolean {
  makeFolder(dirname(path), PRIVATE_FOLDER);
  return isPrivateFolder(dirname(path)) && writeWhole(path, PRIVATE_FILE, bytesNow);
}

/** A link to one is refused. */
export function isPrivateFolder(path: string): boolean {
  try {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status?.isDirectory() !== true) return false;
    return accessLists()?.isClosed(path) ?? isOurs(status, PRIVATE_FOLDER);
  } catch {
    return false;
  }
}

/** Best effort: the caller checks the result. */
export function makeFolder(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
    if (mode === PRIVATE_FOLDER) accessLists()?.close(path, true);
  } catch {
    // It already exists, or it cannot be created.
  }
}

function isOurs({ uid, mode }: Stats, expected: number): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o777) === expected);
}

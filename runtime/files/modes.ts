/** Who may read what is written: modes and owners of new and replaced files. */
import { existsSync, fchmodSync, fchownSync, fstatSync, mkdirSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/**
 * Creates the folder and the folders above it that are missing, for the user alone. Not Node's own way of making parents
 * too, which never ends below `/proc`.
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER });
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

/**
 * Gives the file behind `descriptor` the owner, group and mode of the one it replaces, or less: `most` bounds the mode,
 * and where the group cannot be kept, the new group gets no rights.
 */
export function keepProtection(descriptor: number, previous: Stats, most: number): void {
  const isSameGroup = keepOwner(descriptor, previous);
  const mode = previous.mode & 0o777 & most;
  fchmodSync(descriptor, isSameGroup ? mode : mode & ~0o070);
}

/** Whether the file now has the group of the previous one. Only root can give a file to its former owner. */
function keepOwner(descriptor: number, previous: Stats): boolean {
  const own = fstatSync(descriptor);
  if (own.uid === previous.uid && own.gid === previous.gid) return true;
  if (hasOwner(descriptor, previous.uid, previous.gid)) return true;
  return own.gid === previous.gid || hasOwner(descriptor, own.uid, previous.gid);
}

function hasOwner(descriptor: number, user: number, group: number): boolean {
  try {
    fchownSync(descriptor, user, group);
    return true;
  } catch {
    return false;
  }
}

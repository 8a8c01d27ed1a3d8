/** Who can replace a path: everyone who may write to one of the folders it is in. */
import { lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

const ROOT = 0;
const STICKY = 0o1000;
const GROUP_MAY_WRITE = 0o020;
const ANYBODY_MAY_WRITE = 0o002;

/**
 * Whether only this owner and root can. `path` is canonical and need not exist, but its folder must. In a sticky
 * folder, such as `/tmp`, others cannot replace what is not theirs. Systems without user IDs are trusted.
 */
export function isOutOfReach(path: string, owner: number | undefined): boolean {
  if (owner === undefined) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!isGuarded(lstatSync(folder), owner)) return false;
    if (dirname(folder) === folder) return true;
  }
}

function isGuarded({ uid, gid, mode }: Stats, owner: number): boolean {
  if (uid !== owner && uid !== ROOT) return false;
  if ((mode & STICKY) !== 0 || (mode & (GROUP_MAY_WRITE | ANYBODY_MAY_WRITE)) === 0) return true;
  // On systems that give each user a group of their own, folders are often group-writable.
  return uid === owner && gid === owner && (mode & ANYBODY_MAY_WRITE) === 0;
}

/** Who can put another thing in the place of a path: whoever may write one of the folders it is in. */
import { lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';

const ROOT = 0;
const STICKY = 0o1000;
const GROUP_MAY_WRITE = 0o020;
const ANYBODY_MAY_WRITE = 0o002;

/**
 * Whether nobody but this owner and root can. `path` is canonical and need not exist, but the folder it is in. In a sticky
 * folder, such as `/tmp`, others cannot replace what is not theirs. Systems without user numbers are believed.
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
  // With a group of each user's own, as many systems have them, folders are made group-writable.
  return uid === owner && gid === owner && (mode & ANYBODY_MAY_WRITE) === 0;
}

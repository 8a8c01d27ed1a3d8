/** Who may read a file that replaces another: those who could before, or fewer. */
import { fchmodSync, fchownSync, fstatSync, type Stats } from 'node:fs';
import { copyAttributes } from './attributes.js';

export interface Bounds {
  /** The mask for the mode that the file may keep. */
  readonly most: number;
  /** The mask if its group, access list or attributes could not be kept. */
  readonly mostUnknown: number;
}

const ALL_BUT_OWNER = 0o077;

/**
 * Gives the new file behind `descriptor`, which is empty and private, the owner, group, mode, access list and extended
 * attributes of `target`. If one of them cannot be kept, only the owner gets rights: with the rights of others, a member
 * of the group, or a user whom the access list excludes, might get more than before. True if rights were lost in this way.
 */
export function keepProtection(descriptor: number, target: string, previous: Stats, bounds: Bounds): boolean {
  const mode = previous.mode & 0o777 & bounds.most;
  // A file with rights for its owner alone needs no access list: the mask in the group bits would make it ineffective.
  const isOwnersAlone = (bounds.most & ALL_BUT_OWNER) === 0;
  const isSameGroup = keepOwner(descriptor, previous);
  const isWhole = isSameGroup && (isOwnersAlone || takesOver(descriptor, target, previous));
  const kept = isWhole ? mode : mode & bounds.mostUnknown;
  fchmodSync(descriptor, kept);
  return kept !== mode;
}

/** The mode is copied with the access list: if it was not, neither was the list. */
function takesOver(descriptor: number, target: string, previous: Stats): boolean {
  return copyAttributes(target, descriptor) && (fstatSync(descriptor).mode & 0o777) === (previous.mode & 0o777);
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

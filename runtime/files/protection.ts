/** Who may read a file that takes the place of another: those who could before, or fewer. */
import { fchmodSync, fchownSync, fstatSync, type Stats } from 'node:fs';
import { copyAttributes } from './attributes.js';

export interface Bounds {
  /** The most that the file may keep of its mode. */
  readonly most: number;
  /** The most that it may keep where its group, access list or attributes could not be. */
  readonly mostUnknown: number;
}

const ALL_BUT_OWNER = 0o077;

/**
 * Gives the new file behind `descriptor`, which is empty and private, the owner, group, mode, access list and extended
 * attributes of `target`. Where one of them cannot be kept, nobody but the owner gets rights: as one of the others a member
 * of the group, or somebody whom the access list keeps out, might get more than before. True where rights were lost so.
 */
export function keepProtection(descriptor: number, target: string, previous: Stats, bounds: Bounds): boolean {
  const mode = previous.mode & 0o777 & bounds.most;
  // A file of its owner alone needs no access list: the mask in the bits of the group would make it say nothing.
  const isOwnersAlone = (bounds.most & ALL_BUT_OWNER) === 0;
  const isSameGroup = keepOwner(descriptor, previous);
  const isWhole = isSameGroup && (isOwnersAlone || takesOver(descriptor, target, previous));
  const kept = isWhole ? mode : mode & bounds.mostUnknown;
  fchmodSync(descriptor, kept);
  return kept !== mode;
}

/** The mode comes along with the access list: where it did not, neither did the list. */
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

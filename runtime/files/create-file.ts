/** Creates a complete file where none exists: of several processes that try at once, one succeeds. */
import { linkSync, lstatSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { PRIVATE_FILE } from './modes.js';
import { accessLists } from './others.js';
import { patiently } from './patiently.js';
import { removeQuietly } from './remove-quietly.js';
import { fill, syncFolder } from './replace.js';
import { codeOf } from './system-reason.js';
import { newTemporary } from './temporaries.js';

export interface Creation {
  /** A unique name in the target's folder. */
  readonly temporary: string;
  /** Less the umask. */
  readonly mode: number;
  /** Whether the target exists; throws if no file may be created there. Called last. */
  readonly isThere: () => boolean;
}

/** Writes a temporary file, syncs it and gives it its name; false if the name is taken. Throws the system's errors. */
export function createFile(target: string, bytes: Uint8Array, { temporary, mode, isThere }: Creation): boolean {
  const descriptor = openSync(temporary, 'wx', mode);
  try {
    fill(descriptor, bytes, () => {
      if (mode === PRIVATE_FILE) accessLists()?.close(temporary, false);
    });
    if (isThere() || !takeName(temporary, target)) return false;
  } finally {
    removeQuietly(temporary);
  }
  syncFolder(dirname(target));
  return true;
}

/** A hard link never replaces a file. File systems without hard links get a rename, which does; there the check just before it must suffice. */
function takeName(temporary: string, target: string): boolean {
  try {
    patiently(() => linkSync(temporary, target));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!WITHOUT_LINKS.has(codeOf(error) ?? '')) throw error;
  }
  patiently(() => renameSync(temporary, target));
  return true;
}

/** What it says of a disk for cameras and the like, where `temporary` is a file. */
const ON_WINDOWS = process.platform === 'win32' ? ['EISDIR'] : [];
const WITHOUT_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EMLINK',
  ...ON_WINDOWS,
]);

/** The same for a private file (0600). */
export function createPrivateFile(path: string, bytes: Uint8Array): boolean {
  const isThere = () => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return createFile(path, bytes, { temporary: newTemporary(dirname(path)), mode: PRIVATE_FILE, isThere });
}

/** Replaces the content of a file: completely or not at all, even if the machine stops in between. */
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Replaced } from './files.js';
import { PRIVATE_FILE } from './modes.js';
import { type AccessLists, accessLists } from './others.js';
import { patiently } from './patiently.js';
import { type Bounds, keepProtection } from './protection.js';
import { removeQuietly } from './remove-quietly.js';

export interface Replacement extends Bounds {
  /** A unique name in the target's folder. */
  readonly temporary: string;
  /** The mode of a new file, less the umask. */
  readonly mode: number;
  /** Throws if the file must not be replaced after all; called last. */
  readonly confirm: () => void;
}

/** Writes a temporary file, syncs it, renames it over `target` and syncs the folder. Throws the system's errors. */
export function replaceFile(target: string, bytes: Uint8Array, how: Replacement): Replaced | null {
  const previous = statSync(target, { throwIfNoEntry: false });
  // A rename only needs permission for the folder; a file that may not be written must still not be replaced.
  if (previous !== undefined) accessSync(target, constants.W_OK);
  const descriptor = openSync(how.temporary, 'wx', previous === undefined ? how.mode : PRIVATE_FILE);
  let isNarrower = false;
  try {
    fill(descriptor, bytes, () => {
      const lists = accessLists();
      if (lists !== null) isNarrower = protectOnWindows(lists, target, previous !== undefined, how);
      else if (previous !== undefined) isNarrower = keepProtection(descriptor, target, previous, how);
    });
    how.confirm();
    patiently(() => renameSync(how.temporary, target));
  } catch (error) {
    removeQuietly(how.temporary);
    throw error;
  }
  syncFolder(dirname(target));
  const severedLinks = previous === undefined ? 0 : previous.nlink - 1;
  return severedLinks > 0 || isNarrower ? { severedLinks, isNarrower } : null;
}

/** A new file that is private is so in any folder. */
function protectOnWindows(
  lists: AccessLists,
  target: string,
  isThere: boolean,
  { temporary, mode }: Replacement,
): boolean {
  if (isThere) return lists.keep(target, temporary);
  if (mode === PRIVATE_FILE) lists.close(temporary, false);
  return false;
}

/** Makes a rename or removal in the folder durable. */
export function syncFolder(path: string): void {
  try {
    const descriptor = openSync(path, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Not every system can sync folders. The change itself has happened and must not be reported as failed.
  }
}

/** From the start of the file, regardless of where `protect` left the descriptor. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at, bytes.length - at, at);
}

/** Writes and syncs the open file, and closes it. `protect` comes before the first byte. */
export function fill(descriptor: number, bytes: Uint8Array, protect: () => void = () => {}): void {
  try {
    protect();
    ftruncateSync(descriptor);
    writeAll(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

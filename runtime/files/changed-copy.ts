/** A private copy of a file for programs that change files in place: what they leave is looked at before it replaces anything. */
import { openSync } from 'node:fs';
import { dirname } from 'node:path';
import { asFault } from './file-fault.js';
import { PRIVATE_FILE } from './modes.js';
import { accessLists } from './others.js';
import { readUnlinkedFile } from './read-file.js';
import { removeQuietly } from './remove-quietly.js';
import { fill } from './replace.js';
import { resolveTarget } from './resolve-target.js';
import { newTemporary, removeAbandoned } from './temporaries.js';

/** `Files.changedCopy`. */
export async function changedCopy<T>(
  path: string,
  bytes: Uint8Array,
  use: (copy: string, read: () => Uint8Array | null) => Promise<T>,
): Promise<T> {
  const copy = newCopy(path);
  try {
    make(copy, bytes, path);
    return await use(copy, () => readUnlinkedFile(copy, path));
  } finally {
    removeQuietly(copy);
  }
}

/** The name of one that is not there yet. */
function newCopy(path: string): string {
  try {
    const folder = dirname(resolveTarget(path));
    removeAbandoned(folder);
    return newTemporary(folder);
  } catch (error) {
    throw asFault(error, 'write', path);
  }
}

function make(copy: string, bytes: Uint8Array, path: string): void {
  try {
    fill(openSync(copy, 'wx', PRIVATE_FILE), bytes, () => accessLists()?.close(copy, false));
  } catch (error) {
    throw asFault(error, 'write', path);
  }
}

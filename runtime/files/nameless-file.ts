/** Input for a program, as a file that no path leads to. */
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from './modes.js';
import { namedTemporary } from './named-temporary.js';

/** Memory first: what is written there reaches no disk. */
const MEMORY = process.platform === 'win32' ? [] : ['/dev/shm'];

/**
 * The descriptor of a private file with these bytes, at its start. Its name is removed before anything is written, so nothing
 * is left of it however this process ends. Throws what the system reports.
 */
export function namelessFile(bytes: Uint8Array, variables: Readonly<Record<string, string>>): number {
  const descriptor = openNameless([...MEMORY, namedTemporary(variables)]);
  try {
    // At explicit positions, which leave the descriptor at the start for the program that gets it.
    for (let written = 0; written < bytes.length; )
      written += writeSync(descriptor, bytes, written, bytes.length - written, written);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function openNameless([folder = '', ...others]: readonly string[]): number {
  const path = join(folder, `.tool-${crypto.randomUUID()}`);
  try {
    const descriptor = openSync(path, 'wx+', PRIVATE_FILE);
    unlinkSync(path);
    return descriptor;
  } catch (error) {
    if (others.length === 0) throw error;
    return openNameless(others);
  }
}

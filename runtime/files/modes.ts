/** Who may read new files and folders: their modes. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { accessLists } from './others.js';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/**
 * Creates the folder and the missing folders above it, private to the user. Does not use Node's `recursive`,
 * which never ends below `/proc`.
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  makePrivateFolder(dirname(path));
  try {
    newPrivateFolder(path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

/** Throws the system's errors. */
export function newPrivateFolder(path: string): void {
  mkdirSync(path, { mode: PRIVATE_FOLDER });
  accessLists()?.close(path, true);
}

/** Who may read what is new: modes of files and folders. */
import { existsSync, mkdirSync } from 'node:fs';
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

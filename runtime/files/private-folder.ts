/** A folder for what another program keeps, which nobody but this user may read or replace. */
import { realpathSync } from 'node:fs';
import { asFault, fileFault } from './file-fault.js';
import { makePrivateFolder as makeFolders } from './modes.js';
import { isOutOfReach } from './out-of-reach.js';
import { isPrivateFolder } from './private-file.js';

/** Makes it, and missing ones above it, 0700. One that exists with other rights is refused, not changed. */
export function makePrivateFolder(path: string): void {
  try {
    makeFolders(path);
  } catch (error) {
    throw asFault(error, 'write', path);
  }
  if (isPrivateFolder(path) && isOutOfReach(realpathSync(path), process.getuid?.())) return;
  throw fileFault('EACCES', 'write', path, 'other users can read or replace it');
}

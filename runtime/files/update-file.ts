/** Changing a file that other processes change too: nobody's change is lost, and no reader sees half of one. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { asFault, fileFault } from './file-fault.js';
import { FileFault, type Replaced } from './files.js';
import { type Lock, underLock } from './lock.js';
import { makePrivateFolder, PRIVATE_FILE } from './modes.js';
import { readRegularFile, refuseUnlessRegular } from './read-file.js';
import { replaceFile } from './replace.js';
import { resolveTarget } from './resolve-target.js';

type Change = (current: Uint8Array | null) => Uint8Array | null;

/** `Files.update`. Where `change` wants nothing, no lock is taken and no folder made. */
export async function updateFile(path: string, change: Change, mode: number = PRIVATE_FILE): Promise<Replaced | null> {
  if (change(readRegularFile(path)) === null) return null;
  try {
    const target = resolveTarget(path);
    makePrivateFolder(dirname(target));
    return await underLock(target, path, (lock) => rewrite(target, path, change, mode, lock));
  } catch (error) {
    throw asFault(error, 'write', path);
  }
}

function rewrite(target: string, path: string, change: Change, mode: number, lock: Lock): Replaced | null {
  const bytes = change(readRegularFile(target));
  if (bytes === null) return null;
  const confirm = () => {
    if (!lock.isHeld()) throw fileFault('busy', 'write', path, 'another process took over the lock');
  };
  const bounds = { mode, most: 0o777, mostUnknown: 0o700 };
  return replaceFile(target, bytes, { temporary: lock.temporary, ...bounds, confirm });
}

/** `Files.refusesUpdate`: the first thing on the way that forbids writing. Creates nothing. */
export function refusesUpdate(path: string): FileFault | null {
  try {
    const target = resolveTarget(path);
    const stats = statSync(target, { throwIfNoEntry: false });
    if (stats !== undefined) {
      refuseUnlessRegular(stats, 'write', path);
      accessSync(target, constants.W_OK);
    }
    accessSync(existingFolder(dirname(target)), constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const fault = asFault(error, 'write', path);
    if (fault instanceof FileFault) return fault;
    throw fault;
  }
}

/** The folder, or the nearest one above it that exists. */
export function existingFolder(path: string): string {
  const above = dirname(path);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined && above !== path) return existingFolder(above);
  if (stats?.isDirectory() !== true) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  return path;
}

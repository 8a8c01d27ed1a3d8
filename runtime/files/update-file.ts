/** Changing a file that other processes change too: no change is lost, and no reader sees half of one. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { asFault, fileFault } from './file-fault.js';
import { type FileChange, FileFault, type Replaced } from './files.js';
import { type Lock, underLock } from './lock.js';
import { makePrivateFolder, PRIVATE_FILE } from './modes.js';
import { readRegularFile, refuseUnlessRegular } from './read-file.js';
import { replaceFile } from './replace.js';
import { resolveTarget } from './resolve-target.js';
import { unlessAborted } from './unless-aborted.js';

interface UpdateOptions {
  readonly mode?: number;
  readonly signal?: AbortSignal;
}

/** `Files.update`. If `change` returns null, no lock is taken and no folder is created. */
export async function updateFile(
  path: string,
  change: FileChange,
  options: UpdateOptions = {},
): Promise<Replaced | null> {
  const { mode = PRIVATE_FILE, signal } = options;
  const changed = await changeOf(readRegularFile(path), change, signal);
  if (changed.to === null) return null;
  try {
    const target = resolveTarget(path);
    makePrivateFolder(dirname(target));
    return await underLock(target, path, (lock) => rewrite({ target, path, change, mode, lock, signal }, changed), {
      signal,
    });
  } catch (error) {
    throw asFault(error, 'write', path);
  }
}

/** The new content of a file, valid if it still has the bytes that the change was made from. */
interface Changed {
  readonly from: Uint8Array | null;
  readonly to: Uint8Array | null;
}

/** Does not wait for a change whose result is no longer wanted. */
async function changeOf(from: Uint8Array | null, change: FileChange, signal?: AbortSignal): Promise<Changed> {
  return { from, to: await unlessAborted(async () => change(from), signal) };
}

interface Rewrite {
  readonly target: string;
  readonly path: string;
  readonly change: FileChange;
  readonly mode: number;
  readonly lock: Lock;
  readonly signal: AbortSignal | undefined;
}

/**
 * Changes the current content until no other process changed it meanwhile: another program does not know our lock. The last
 * comparison is right before the rename; both are synchronous, so nothing else in this process comes between them.
 */
async function rewrite(how: Rewrite, changed: Changed): Promise<Replaced | null> {
  const { target, path, change, mode, lock, signal } = how;
  const current = readRegularFile(target);
  if (!isSame(current, changed.from)) return rewrite(how, await changeOf(current, change, signal));
  if (changed.to === null) return null;
  const confirm = () => {
    signal?.throwIfAborted();
    if (!lock.isHeld()) throw fileFault('busy', 'write', path, 'another process took over the lock');
    if (!isSame(readRegularFile(target), changed.from)) throw new Overtaken();
  };
  const bounds = { mode, most: 0o777, mostUnknown: 0o700 };
  try {
    return replaceFile(target, changed.to, { temporary: lock.temporary, ...bounds, confirm });
  } catch (error) {
    if (error instanceof Overtaken) return rewrite(how, changed);
    throw error;
  }
}

/** The file was changed while its new content was written. */
class Overtaken extends Error {}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
}

/** `Files.refusesUpdate`: the first obstacle to writing. Creates nothing. */
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

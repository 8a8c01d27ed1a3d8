/** Files that carry a value to a receiver that needs a path (spec 2.12): private, unpredictable, and left to the receiver. */
import { closeSync, fchmodSync, lstatSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { asFault, fileFault } from '../../files/file-fault.js';
import { newPrivateFolder, PRIVATE_FILE } from '../../files/modes.js';
import { accessLists } from '../../files/others.js';
import { codeOf, reasonOf } from '../../files/system-reason.js';
import type { TemporaryFiles } from '../ports.js';

const READ_ONLY_FILE = 0o400;
const NAME_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * Files in a private folder under the system's temporary one, which is looked for and made with the first file. Null:
 * there is none to use.
 */
export function temporaryFiles(findSystemFolder: () => string | null): TemporaryFiles {
  return { write: writingInto(findSystemFolder, privateFolder), remove: removeTemporary };
}

/** Writes files into the folder that `makeFolder` gives for the system's one, and which is made with the first file. */
export function writingInto(
  findSystemFolder: () => string | null,
  makeFolder: (systemFolder: string) => string,
): TemporaryFiles['write'] {
  let folder: string | null = null;
  return async (value, suffix) => {
    const { randomInt } = await import('node:crypto');
    const name = () => `.tmp${randomName((below) => randomInt(below))}${suffix}`;
    const systemFolder = findSystemFolder();
    if (systemFolder === null) throw fileFault('EINVAL', 'write', '', 'every temporary folder is inside the project');
    try {
      folder ??= makeFolder(systemFolder);
      return writeNewFile(folder, name, value.reveal());
    } catch (error) {
      throw asFault(error, 'write', folder ?? systemFolder);
    }
  };
}

/**
 * Removes such a file. Null if it is gone, even if something else removed it before; else the reason why it is still there: its receiver
 * may have put a folder in its place, or taken away the permission.
 */
export function removeTemporary(path: string): string | null {
  try {
    unlinkSync(path);
    return null;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : reasonOf(code);
  }
}

function randomName(below: (limit: number) => number): string {
  return Array.from({ length: 6 }, () => NAME_CHARACTERS[below(NAME_CHARACTERS.length)]).join('');
}

/**
 * One folder per user, so that the system's folder does not fill up. Where another user has made it first, a folder of
 * an unpredictable name is made instead.
 */
function privateFolder(systemFolder: string): string {
  const user = process.getuid?.();
  const folder = join(systemFolder, user === undefined ? 'tool' : `tool-${user}`);
  try {
    newPrivateFolder(folder);
    return folder;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  if (isPrivate(folder, user)) return folder;
  const other = mkdtempSync(join(systemFolder, 'tool-'));
  accessLists()?.close(other, true);
  return other;
}

function isPrivate(folder: string, user: number | undefined): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return false;
  if (user === undefined) return accessLists()?.isClosed(folder) ?? true;
  return found.uid === user && (found.mode & 0o077) === 0;
}

/** Created exclusively: a name that is taken, even by a link, is not used. */
function writeNewFile(folder: string, name: () => string, bytes: Uint8Array): string {
  for (;;) {
    const path = join(folder, name());
    const descriptor = openNew(path);
    if (descriptor === null) continue;
    try {
      writeWhole(descriptor, bytes);
      fchmodSync(descriptor, READ_ONLY_FILE);
      return path;
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
  }
}

function openNew(path: string): number | null {
  try {
    return openSync(path, 'wx', PRIVATE_FILE);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

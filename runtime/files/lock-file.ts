/**
 * The lock on disk: a dangling symbolic link, or a file if links are not supported, that holds its owner's record. Windows gets a
 * file: there most users may not make links, and the text of one is changed to a path.
 */
import {
  closeSync,
  lstatSync,
  lutimesSync,
  openSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { PRIVATE_FILE } from './modes.js';
import { codeOf } from './system-reason.js';

/**
 * Creates the lock with its record, or returns false if there is one. A dangling symbolic link is created in
 * one step, so no process ever sees a lock without its record. File systems without links get a file.
 */
export function createLock(path: string, record: string): boolean {
  if (process.platform === 'win32') return createFile(path, record);
  try {
    symlinkSync(record, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (code === 'EPERM' || code === 'ENOSYS' || code === 'ENOTSUP' || code === 'EOPNOTSUPP') {
      return createFile(path, record);
    }
    throw error;
  }
}

function createFile(path: string, record: string): boolean {
  try {
    const descriptor = openSync(path, 'wx', PRIVATE_FILE);
    try {
      writeFileSync(descriptor, record);
    } finally {
      closeSync(descriptor);
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** The record of the lock, empty if it cannot be read, null if there is no lock. */
export function readRecord(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
  }
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : '';
  }
}

/** How long ago the lock was made or refreshed, by the clock of the file system and the local one; 0 if there is none. */
export function lockAgeMs(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

/**
 * Gives a lock that was just created the time of one that is created now. Its first time is that of the file system's
 * clock, which may differ from the local one: only the time that has passed since is added.
 */
export function refresher(path: string): () => void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const behindMs = stats === undefined ? 0 : Date.now() - stats.mtimeMs;
  return () => {
    const seconds = (Date.now() - behindMs) / 1000;
    try {
      lutimesSync(path, seconds, seconds);
    } catch {
      // It was removed, or the file system keeps no times: whether this process still holds it is checked before anything is replaced.
    }
  };
}

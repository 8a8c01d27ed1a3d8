/** The lock as it lies on disk: a link that leads nowhere, or where links are unknown a file, holding its owner's record. */
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
 * Creates the lock with its record, or returns false when there is one. A symbolic link that leads nowhere is made in
 * one step, so nobody ever sees a lock without its record. File systems that know no links get a file.
 */
export function createLock(path: string, record: string): boolean {
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

/** The record of the lock, empty when it cannot be understood, null when there is no lock. */
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

/** How long ago the lock was made or refreshed, by the clock of the file system and ours; 0 when there is none. */
export function lockAgeMs(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

/**
 * What makes a lock that was just created as fresh as one that is created now. Its first time is that of the file system's
 * clock, which may not be ours: only what has passed since is added.
 */
export function refresher(path: string): () => void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const behindMs = stats === undefined ? 0 : Date.now() - stats.mtimeMs;
  return () => {
    const seconds = (Date.now() - behindMs) / 1000;
    try {
      lutimesSync(path, seconds, seconds);
    } catch {
      // It is gone, or the file system keeps no times: whether it is still ours is looked at before anything is replaced.
    }
  };
}

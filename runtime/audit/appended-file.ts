/**
 * A file of lines that several processes append to, without a lock: a line is one `write` at the end of the file, which the system does as a
 * whole. A file that would exceed its limit is emptied and starts over with the line. Where a person has chosen the file, it may be another one
 * by mistake: one that does not begin as the lines do is never changed.
 */
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from '../files/modes.js';
import { removeQuietly } from '../files/remove-quietly.js';
import { codeOf } from '../files/system-reason.js';

const { O_APPEND, O_CREAT, O_EXCL, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
/** Without blocking: a pipe that no one reads is an error. A file that exists keeps its mode. */
const APPEND = O_WRONLY | O_APPEND | O_NONBLOCK;

/** The system's code for a file that holds something else than these lines. */
export const FOREIGN = 'EFTYPE';

export interface AppendedFile {
  readonly path: string;
  /** What every line begins with, in a file that may be another one; null for a file that its place shows to be ours. */
  readonly beginning: string | null;
}

/**
 * Opens the file once, to learn whether that is possible. Missing folders and the file are created, private to the user. Throws the
 * system's errors, and `FOREIGN`.
 */
export function makeAppendable(file: AppendedFile): 'created' | 'present' {
  const { descriptor, found } = openToAppend(file.path);
  try {
    refuseForeign(file, fstatSync(descriptor));
    return found;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Appends the line, with its line end. The file is opened for each: between two lines another program may have moved it away, and no
 * descriptor is left that could take the place of a closed standard stream.
 */
export function appendLine(file: AppendedFile, line: Buffer, limit: number): void {
  const { descriptor } = openToAppend(file.path);
  try {
    const status = fstatSync(descriptor);
    refuseForeign(file, status);
    if (!status.isFile()) writeSync(descriptor, line);
    else if (exceeds(status.size, line, limit)) startOver(file.path, descriptor, line, limit);
    else writeWhole(descriptor, line);
  } finally {
    closeSync(descriptor);
  }
}

/** Pipes and devices hold nothing. */
function refuseForeign({ path, beginning }: AppendedFile, status: Stats): void {
  if (beginning === null || !status.isFile() || status.size === 0) return;
  const descriptor = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const found = Buffer.alloc(beginning.length);
    const length = readSync(descriptor, found, 0, found.length, 0);
    // Emptied since by another process.
    if (length === 0 || found.toString('latin1', 0, length) === beginning) return;
    throw Object.assign(new Error('the file holds something else'), { code: FOREIGN });
  } finally {
    closeSync(descriptor);
  }
}

interface LogDescriptor {
  readonly descriptor: number;
  readonly found: 'created' | 'present';
}

function openToAppend(path: string): LogDescriptor {
  try {
    return { descriptor: openSync(path, APPEND), found: 'present' };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  makePrivateFolder(dirname(path));
  try {
    return { descriptor: openSync(path, APPEND | O_CREAT | O_EXCL, PRIVATE_FILE), found: 'created' };
  } catch (error) {
    // Another process was faster, or it is a link to a file that does not exist.
    if (codeOf(error) !== 'EEXIST') throw error;
    return { descriptor: openSync(path, APPEND | O_CREAT, PRIVATE_FILE), found: 'present' };
  }
}

/** A line that is longer than the limit is written nevertheless, alone. */
function exceeds(size: number, line: Buffer, limit: number): boolean {
  return size > 0 && size + line.length > limit;
}

/** A disk that becomes full takes a part of the line, which would spoil the next one: it is removed. */
function writeWhole(descriptor: number, line: Buffer): void {
  const written = writeSync(descriptor, line);
  if (written === line.length) return;
  ftruncateSync(descriptor, fstatSync(descriptor).size - written);
  throw Object.assign(new Error('a part of the line was written'), { code: 'ENOSPC' });
}

/**
 * Of several processes that find the file full, one empties it, and the others append to the new one: otherwise each would remove the
 * lines of the others. Where the lock cannot be had, the file exceeds its limit by a line until the next one.
 */
function startOver(path: string, descriptor: number, line: Buffer, limit: number): void {
  const release = lockFor(path);
  try {
    if (release !== null && exceeds(fstatSync(descriptor).size, line, limit)) ftruncateSync(descriptor, 0);
    writeWhole(descriptor, line);
  } finally {
    release?.();
  }
}

/** It is held for three system calls. */
const LOCK_TRIES = 200;
const LOCK_PAUSE_MS = 1;
/** A lock of this age is that of a process that was killed. */
const ABANDONED_MS = 5_000;

/** Creates the lock and returns what removes it; null if it cannot be had. Synchronous, for a record may be the last thing that a process does. */
function lockFor(path: string): (() => void) | null {
  const lock = `${path}.lock`;
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    try {
      closeSync(openSync(lock, 'wx', PRIVATE_FILE));
      return () => removeQuietly(lock);
    } catch (error) {
      // In a folder in which nothing can be created, the log is emptied without a lock.
      if (codeOf(error) !== 'EEXIST') return () => {};
      removeAbandoned(lock);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE_MS);
  }
  return null;
}

function removeAbandoned(lock: string): void {
  const status = statSync(lock, { throwIfNoEntry: false });
  if (status !== undefined && Date.now() - status.mtimeMs > ABANDONED_MS) removeQuietly(lock);
}

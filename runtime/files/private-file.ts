/**
 * Files that only spare work: private to the user, put in place whole, ignored whenever there is a doubt. The content
 * stands in them twice: a crash of the system can tear a file and a disk can flip a bit, and comparing two copies takes a
 * tenth of what a checksum does.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from './modes.js';
import { removeQuietly } from './remove-quietly.js';

const OTHERS_MAY_WRITE = 0o022;
const COPIES = 2;

/** What `writePrivate` wrote; null where there is no such file, and where it is not whole, not ours, or others may write it. */
export function readPrivate(path: string): Buffer | null {
  try {
    const bytes = readOwn(path);
    return bytes === null ? null : contentOf(bytes);
  } catch {
    return null;
  }
}

function readOwn(path: string): Buffer | null {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(descriptor);
    const isOurs = process.getuid === undefined || status.uid === process.getuid();
    const isPrivate = process.getuid === undefined || (status.mode & OTHERS_MAY_WRITE) === 0;
    return status.isFile() && isOurs && isPrivate ? readFileSync(descriptor) : null;
  } finally {
    closeSync(descriptor);
  }
}

function contentOf(bytes: Buffer): Buffer | null {
  const length = bytes.length / COPIES;
  const content = bytes.subarray(0, length);
  return Number.isInteger(length) && content.equals(bytes.subarray(length)) ? content : null;
}

/**
 * Puts bytes in place of the file, mode 0600, in a folder that is made private where it has to be made. `bytesNow` is
 * asked only once there is a file to write to. False where that cannot be: it costs time, nothing else.
 */
export function writePrivate(path: string, bytesNow: () => Uint8Array): boolean {
  const temporary = join(dirname(path), `.${process.pid}.${process.hrtime.bigint()}.tmp`);
  try {
    makePrivateFolder(dirname(path));
    fill(temporary, bytesNow);
    renameSync(temporary, path);
    return true;
  } catch {
    removeQuietly(temporary);
    return false;
  }
}

function fill(path: string, bytesNow: () => Uint8Array): void {
  const descriptor = openSync(path, 'wx', PRIVATE_FILE);
  try {
    const bytes = bytesNow();
    for (let copy = 0; copy < COPIES; copy++) writeAll(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

/**
 * Files that only save work: written completely, ignored in any doubt. They hold their content twice: a crash
 * of the system can tear a file and a disk can flip a bit, and comparing two copies takes a tenth of the time of a checksum.
 */
import { closeSync, lstatSync, openSync, readdirSync, readSync, renameSync, type Stats, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { patiently } from './patiently.js';
import { processExists } from './process-exists.js';
import { NO_LINK, readOpened } from './read-opened.js';
import { removeQuietly } from './remove-quietly.js';

const COPIES = 2;
const PIECE_BYTES = 16_384;
/** A temporary file of this age is abandoned even if another process has the ID of its writer. */
const LONGEST_WRITE_MS = 3_600_000;

/** What `writeWhole` wrote; null if there is no such file, it is incomplete, or `isTrusted` refuses it. */
export function readWhole(path: string, isTrusted: (status: Stats) => boolean): Buffer | null {
  try {
    const read = (status: Stats, _bytes: unknown, descriptor: number) =>
      status.isFile() && isTrusted(status) ? contentOf(descriptor, status.size / COPIES) : null;
    return readOpened(path, read, NO_LINK);
  } catch {
    return null;
  }
}

/** The second copy is compared piece by piece: memory that is used for the first time costs more than reading. */
function contentOf(descriptor: number, length: number): Buffer | null {
  if (!Number.isInteger(length)) return null;
  const content = Buffer.allocUnsafeSlow(length);
  for (let read = 0; read < length; ) {
    const count = readSync(descriptor, content, read, length - read, null);
    if (count === 0) return null;
    read += count;
  }
  const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, length));
  for (let compared = 0; compared < length; ) {
    const count = readSync(descriptor, piece, 0, piece.length, null);
    if (count === 0 || piece.compare(content, compared, compared + count, 0, count) !== 0) return null;
    compared += count;
  }
  return content;
}

/**
 * Replaces the content of the file, in a folder that exists. `bytesNow` is called only once there is a file to write to.
 * False if that fails, which costs only time.
 */
export function writeWhole(path: string, mode: number, bytesNow: () => Uint8Array): boolean {
  const temporary = join(dirname(path), `.${process.pid}.${process.hrtime.bigint()}.tmp`);
  try {
    removeDead(dirname(path));
    fill(temporary, mode, bytesNow);
    patiently(() => renameSync(temporary, path));
    return true;
  } catch {
    removeQuietly(temporary);
    return false;
  }
}

/** The temporary files of writers that were killed. */
function removeDead(folder: string): void {
  for (const name of readdirSync(folder)) {
    const writer = /^\.(\d+)\.\d+\.tmp$/.exec(name)?.[1];
    if (writer !== undefined && isDead(Number(writer), join(folder, name))) removeQuietly(join(folder, name));
  }
}

/** A write is synchronous: an existing file with this process's ID is of a former process. */
function isDead(writer: number, path: string): boolean {
  if (writer === process.pid || !processExists(writer)) return true;
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status !== undefined && Date.now() - status.mtimeMs > LONGEST_WRITE_MS;
}

function fill(path: string, mode: number, bytesNow: () => Uint8Array): void {
  const descriptor = openSync(path, 'wx', mode);
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

/** Searches files, each as it is on the disk, in pieces of a buffer that is used again. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codeOf, reasonOf } from '../files/system-reason.js';
import { Finder, type Occurrence } from './finder.js';
import type { Sought } from './sought.js';

const BUFFER_BYTES = 1024 * 1024;
const COUNTED_BYTES = 64 * 1024;
/** How long the loop is held up, in which the progress is drawn. */
const TURN_MS = 50;
/** Nothing that waits for a writer is waited for, and no link is followed that was put there since the file was listed. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export interface Searching {
  readonly sought: Sought;
  readonly found: (path: string, occurrence: Occurrence) => void;
  /** Before each file. */
  readonly started: (path: string) => void;
}

export interface Unread {
  readonly path: string;
  /** A clause. */
  readonly reason: string;
}

export interface Searched {
  readonly files: number;
  readonly bytes: number;
  readonly unread: readonly Unread[];
}

export async function scanFiles(paths: Iterable<string>, searching: Searching): Promise<Searched> {
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  const unread: Unread[] = [];
  let files = 0;
  let bytes = 0;
  let turn = performance.now();
  for (const path of paths) {
    searching.started(path);
    try {
      const length = scanFile(path, buffer, searching);
      if (length !== null) files += 1;
      bytes += length ?? 0;
    } catch (error) {
      // What was removed since it was listed holds nothing.
      const code = codeOf(error);
      if (code !== 'ENOENT') unread.push({ path, reason: reasonOf(code) });
    }
    if (performance.now() - turn < TURN_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
  buffer.fill(0);
  return { files, bytes, unread };
}

/** Its length in bytes; null for what is not a file. */
function scanFile(path: string, buffer: Buffer, { sought, found }: Searching): number | null {
  const descriptor = openSync(path, FLAGS);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return null;
    const finder = new Finder(
      sought,
      (occurrence) => found(path, occurrence),
      (from, to) => piecesOf(descriptor, from, to),
    );
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, buffer, 0, BUFFER_BYTES, null);
      length += count;
      // Small files are read at once; others may grow meanwhile.
      const isLast = count === 0 || (count < BUFFER_BYTES && length === stats.size);
      finder.push(buffer.subarray(0, count), isLast);
      if (isLast) return length;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Up to where the file ends, if it is shorter by now. */
function* piecesOf(descriptor: number, from: number, to: number): Generator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(COUNTED_BYTES);
  for (let at = from; at < to; ) {
    const count = readSync(descriptor, buffer, 0, Math.min(COUNTED_BYTES, to - at), at);
    if (count === 0) break;
    yield buffer.subarray(0, count);
    at += count;
  }
  buffer.fill(0);
}

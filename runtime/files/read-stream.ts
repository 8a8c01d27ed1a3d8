/**
 * Reading what is not a regular file, to its end: a named pipe, as password managers provide `.env`, `<(…)`, `/dev/stdin`, a socket
 * that is an open descriptor, a device.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { isatty } from 'node:tty';
import { limitTime } from '../limit-time.js';
import { asFault, fileFault } from './file-fault.js';
import { closeQuietly, pipeSource, type InputSource } from './pipe-source.js';
import { refuseUnlessRegular } from './read-file.js';
import { codeOf } from './system-reason.js';
import { unlessAborted } from './unless-aborted.js';

export interface StreamLimits {
  readonly milliseconds: number;
  /** What never ends, such as `/dev/zero`, must not fill the memory. */
  readonly mib: number;
  /** Aborted, its reason is thrown. Read only once there is something to wait for. */
  readonly signal?: AbortSignal;
}

const READ_BY_THIS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const PIECE_BYTES = 65_536;
const RETRY_MS = 5;

export const LONGEST_MS = 30_000;

/** Opens it once: a process that writes to a named pipe must keep its reader. Throws a FileFault. */
export async function readStream(path: string, limits: StreamLimits): Promise<Buffer> {
  const source = opened(path);
  const late = new AbortController();
  const endLimit = limitTime(limits.milliseconds, () => late.abort(tooLate(path, limits.milliseconds)));
  const { signal } = limits;
  try {
    const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
    return await unlessAborted(() => contentOf(source, path, limits.mib), either);
  } catch (error) {
    throw asFault(error, 'read', path);
  } finally {
    endLimit();
    source.close();
  }
}

async function contentOf(source: InputSource, path: string, mib: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let room = mib * 2 ** 20;
  for (let piece = await source.read(); piece !== null; piece = await source.read()) {
    room -= piece.length;
    if (room < 0) throw fileFault('EFBIG', 'read', path, `it is larger than ${mib} MiB`);
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}

function tooLate(path: string, milliseconds: number): Error {
  return fileFault('ETIMEDOUT', 'read', path, `it did not end within ${milliseconds / 1000} seconds`);
}

/** Throws a FileFault. */
function opened(path: string): InputSource {
  try {
    const descriptor = openSync(path, READ_BY_THIS);
    return sourceOf(descriptor, fstatSync(descriptor), path);
  } catch (error) {
    const inherited = codeOf(error) === 'ENXIO' ? descriptorIn(path) : null;
    if (inherited === null) throw asFault(error, 'read', path);
    return inheritedSource(inherited);
  }
}

function sourceOf(descriptor: number, stats: Stats, path: string): InputSource {
  if (stats.isFIFO()) return fifoSource(descriptor, descriptorIn(path) !== null);
  if (stats.isCharacterDevice() && !isatty(descriptor)) return deviceSource(descriptor);
  closeSync(descriptor);
  if (stats.isCharacterDevice()) throw fileFault('special', 'read', path, 'it is a terminal');
  refuseUnlessRegular(stats, 'read', path);
  throw fileFault('changed', 'read', path, 'it was replaced by a regular file meanwhile');
}

/** The number of the descriptor that is opened by this path; null for other paths. A socket cannot be opened once more. */
function descriptorIn(path: string): number | null {
  const [, number = path === '/dev/stdin' ? '0' : ''] = /^\/(?:dev|proc\/self)\/fd\/(\d{1,9})$/u.exec(path) ?? [];
  return number === '' ? null : Number(number);
}

/** A descriptor with which this process was started. The command of `run` inherits it: closed, another file would take its number. */
function inheritedSource(descriptor: number): InputSource {
  const source = pipeSource(descriptor);
  return {
    read: () => source.read(),
    close: () => {
      source.close();
      reserve(descriptor);
    },
  };
}

/** Has the number stand for an empty input, which is what is left of it. */
function reserve(descriptor: number): void {
  const others: number[] = [];
  for (let next = openSync('/dev/null', 'r'); next !== descriptor; next = openSync('/dev/null', 'r')) {
    others.push(next);
    if (next > descriptor) break;
  }
  for (const other of others) closeSync(other);
}

/**
 * Takes what is already in the pipe before it waits: the end of a named pipe is never reported to a reader that came after the last
 * writer, as one does that opens `/dev/fd/3`. `inUse`: another descriptor of it is open, so that nothing in it and no writer is its end.
 */
function fifoSource(descriptor: number, inUse: boolean): InputSource {
  const room = Buffer.allocUnsafe(PIECE_BYTES);
  let waiting: InputSource | null = null;
  let atItsEnd = inUse;
  return {
    read: async () => {
      if (waiting === null) {
        const length = readNow(descriptor, room);
        if (length > 0) {
          atItsEnd = true;
          return room.subarray(0, length);
        }
        if (length === 0 && atItsEnd) return null;
        waiting = pipeSource(descriptor);
      }
      return await waiting.read();
    },
    close: () => (waiting === null ? closeQuietly(descriptor) : waiting.close()),
  };
}

/** The number of bytes that were read at once; 0 at the end of the pipe, which has no writer then; -1 if a writer has written nothing yet. */
function readNow(descriptor: number, room: Buffer): number {
  try {
    return readSync(descriptor, room);
  } catch (error) {
    if (codeOf(error) !== 'EAGAIN') throw error;
    return -1;
  }
}

/** Between its pieces, other work goes on. */
function deviceSource(descriptor: number): InputSource {
  const room = Buffer.allocUnsafe(PIECE_BYTES);
  return {
    read: async () => {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const length = readNow(descriptor, room);
        if (length >= 0) return length === 0 ? null : room.subarray(0, length);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    },
    close: () => closeQuietly(descriptor),
  };
}

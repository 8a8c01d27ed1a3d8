/** Opening a file that is read as a whole: its status is known before its content, from the same descriptor. */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { uninterrupted } from './uninterrupted.js';

// Opening a FIFO would wait for a writer; with this flag it returns at once.
const NEVER_WAIT = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Refuses a path whose last part is a symbolic link. */
export const NO_LINK = constants.O_NOFOLLOW ?? 0;

/**
 * `read` decides by the status of the open file whether to read the bytes, all at once or from the descriptor; it is called again if a
 * signal interrupted it.
 * `flags` are added to those of the system call. Throws the system's errors.
 */
export function readOpened<Result>(
  path: string,
  read: (status: Stats, bytes: () => Buffer, descriptor: number) => Result,
  flags = 0,
): Result {
  return uninterrupted(() => {
    const descriptor = openSync(path, NEVER_WAIT | flags);
    try {
      const status = fstatSync(descriptor);
      return read(status, () => bytesOf(descriptor, status), descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** In one call, where the file is as large as it said; else it is read to its end. */
function bytesOf(descriptor: number, status: Stats): Buffer {
  const { size } = status;
  if (!status.isFile() || size === 0 || size > ONE_READ) return readFileSync(descriptor);
  const bytes = Buffer.allocUnsafe(size);
  const length = readSync(descriptor, bytes, 0, size, 0);
  return length === size ? bytes : readFileSync(descriptor);
}
const ONE_READ = 1_048_576;

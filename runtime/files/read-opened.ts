/** Opening a file that is read as a whole: its status is known before its content, from the same descriptor. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
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
      return read(fstatSync(descriptor), () => readFileSync(descriptor), descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** Opening a file that is read as a whole: its status is known before its content, from the same descriptor. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { uninterrupted } from './uninterrupted.js';

// Opening a FIFO would wait for a writer; with this flag it returns at once.
const NEVER_WAIT = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Refuses a path whose last part is a symbolic link. Windows has no such flag: this process looks. */
export const NO_LINK = constants.O_NOFOLLOW ?? 0x4000_0000;
const LOOKS = constants.O_NOFOLLOW === undefined;

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
    if (LOOKS && flags === NO_LINK) refuseLink(path);
    const descriptor = openSync(path, LOOKS ? NEVER_WAIT : NEVER_WAIT | flags);
    try {
      const status = fstatSync(descriptor);
      return read(status, () => bytesOf(descriptor, status), descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

function refuseLink(path: string): void {
  if (lstatSync(path).isSymbolicLink()) throw Object.assign(new Error('a symbolic link'), { code: 'ELOOP' });
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

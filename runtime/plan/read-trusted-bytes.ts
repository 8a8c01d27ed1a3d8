/** The bytes of a file that will be obeyed: a regular one, of bearable size, that not everybody may write. */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { codeOf, reasonOf } from '../files/system-reason.js';

const MAX_BYTES = 64 * 1024 * 1024;
/** Group-writable is fine: git leaves files so under umask 002. */
const EVERYBODY_MAY_WRITE = 0o002;

export type TrustedBytes =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** `problem` is a clause after the name of the file. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** There is nothing, or the system does not give it. */
  | { readonly kind: 'unreadable'; readonly problem: string };

/** Never waits for a pipe or device, and reads nothing of what it refuses. */
export function readTrustedBytes(path: string): TrustedBytes {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const problem = problemOf(fstatSync(descriptor));
      return problem === null ? { kind: 'bytes', bytes: readFileSync(descriptor) } : { kind: 'refused', problem };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const code = codeOf(error);
    const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
    return { kind: 'unreadable', problem: isAbsent ? 'does not exist' : `cannot be read: ${reasonOf(code)}` };
  }
}

function problemOf(status: Stats): string | null {
  if (!status.isFile()) return 'is no regular file';
  if (status.size > MAX_BYTES) return 'is larger than 64 MiB';
  // Windows has no such bits: what it shows as a mode says nothing about who may write.
  const isOpenToAll = process.getuid !== undefined && (status.mode & EVERYBODY_MAY_WRITE) !== 0;
  return isOpenToAll ? 'may be written by everybody; take that right away with `chmod o-w`' : null;
}

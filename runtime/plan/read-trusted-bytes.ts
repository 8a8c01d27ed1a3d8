/** The bytes of a file that decides what is executed: regular, not too large, of a trusted owner, not writable by everyone. */
import { type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOpened } from '../files/read-opened.js';
import { codeOf, reasonOf } from '../files/system-reason.js';

const MAX_BYTES = 64 * 1024 * 1024;
/** Group-writable is fine: git leaves files so under umask 002. */
const EVERYBODY_MAY_WRITE = 0o002;
const ROOT = 0;

export type TrustedBytes =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** `problem` is a clause after the name of the file. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** There is nothing, or the system does not give it. */
  | { readonly kind: 'unreadable'; readonly problem: string };

/** Never waits for a pipe or device, and reads nothing of what it refuses. */
export function readTrustedBytes(path: string): TrustedBytes {
  try {
    return readOpened(path, (status, bytes) => {
      const problem = problemOf(path, status);
      return problem === null ? { kind: 'bytes', bytes: bytes() } : { kind: 'refused', problem };
    });
  } catch (error) {
    const code = codeOf(error);
    const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
    return { kind: 'unreadable', problem: isAbsent ? 'does not exist' : `cannot be read: ${reasonOf(code)}` };
  }
}

function problemOf(path: string, status: Stats): string | null {
  if (!status.isFile()) return 'is not a regular file';
  if (status.size > MAX_BYTES) return 'is larger than 64 MiB';
  // Windows has neither: what it shows as a mode says nothing about who may write.
  if (process.getuid === undefined) return null;
  if ((status.mode & EVERYBODY_MAY_WRITE) !== 0)
    return 'is writable by everyone; remove that permission with `chmod o-w`';
  return isStrangers(path, status.uid, process.getuid()) ? 'belongs to another user; use your own copy' : null;
}

/** The owner of the folder could replace any file in it, so a plan file in another user's checkout is as trustworthy as its manifest. */
function isStrangers(path: string, owner: number, me: number): boolean {
  return owner !== me && owner !== ROOT && owner !== statSync(dirname(path)).uid;
}

/** A manifest's bytes, read once, and why they could not be read. */
import { realpathSync, statSync } from 'node:fs';
import { readOpened } from '../files/read-opened.js';
import { codeOf, reasonOf } from '../files/system-reason.js';

export type SourceBytes =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Never waits: a pipe or device in the place of a manifest is not a regular file. */
export function readSource(path: string): SourceBytes {
  try {
    // An error that is thrown and caught takes several times as long.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return { kind: 'absent' };
    return readOpened(path, (status, bytes) =>
      status.isFile() ? { kind: 'bytes', bytes: bytes() } : { kind: 'unreadable', reason: 'it is not a regular file' },
    );
  } catch (error) {
    return refusal(error);
  }
}

/** Which file a path truly leads to: equal for two paths of one file. */
export function identityOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function refusal(error: unknown): SourceBytes {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
  return { kind: 'unreadable', reason: reasonOf(code) };
}

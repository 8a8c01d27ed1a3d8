/** A manifest's bytes, read once, and why they could not be read. */
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { codeOf, reasonOf } from '../files/system-reason.js';
import { uninterrupted } from '../files/uninterrupted.js';

export type SourceBytes =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Never waits: a pipe or device in the place of a manifest is not a regular file. */
export function readSource(path: string): SourceBytes {
  try {
    return uninterrupted(() => readOnce(path));
  } catch (error) {
    return refusal(error);
  }
}

function readOnce(path: string): SourceBytes {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(descriptor).isFile()) return { kind: 'unreadable', reason: 'it is not a regular file' };
    return { kind: 'bytes', bytes: readFileSync(descriptor) };
  } finally {
    closeSync(descriptor);
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

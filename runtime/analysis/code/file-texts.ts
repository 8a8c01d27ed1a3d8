/** Texts of files that are compared, and why others are not. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { codeOf, reasonOf } from '../../files/system-reason.js';

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  /** Of no language: a binary file, a pipe. */
  | { readonly kind: 'other' }
  /** A clause. */
  | { readonly kind: 'skipped'; readonly reason: string };

const MOST_BYTES = 1_000_000;
const LONGEST_LINE = 10_000;
/** In which a file that is no text has a zero. */
const BEGINNING = 8_000;
/** Nothing that waits for a writer is waited for, and no link is followed that was put there since the file was listed. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export function textOf(path: string): FileText {
  let descriptor: number;
  try {
    descriptor = openSync(path, FLAGS);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ELOOP' ? { kind: 'other' } : { kind: 'skipped', reason: reasonOf(code) };
  }
  try {
    return read(descriptor);
  } catch (error) {
    return { kind: 'skipped', reason: reasonOf(codeOf(error)) };
  } finally {
    closeSync(descriptor);
  }
}

function read(descriptor: number): FileText {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return { kind: 'other' };
  const buffer = Buffer.allocUnsafe(Math.min(stats.size, MOST_BYTES));
  let length = 0;
  while (length < buffer.length) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, length);
    if (count === 0) break;
    length += count;
  }
  const bytes = buffer.subarray(0, length);
  if (bytes.subarray(0, BEGINNING).includes(0)) return { kind: 'other' };
  if (stats.size > MOST_BYTES) return { kind: 'skipped', reason: 'it is larger than 1 MB' };
  // What is not UTF-8 is replaced: names are ASCII in most programs.
  const text = bytes.toString('utf8').replace(/^\ufeff/u, '');
  return hasLongLine(text) ? { kind: 'skipped', reason: 'it is minified' } : { kind: 'text', text };
}

function hasLongLine(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    if ((end === -1 ? text.length : end) - at > LONGEST_LINE) return true;
    if (end === -1) return false;
    at = end + 1;
  }
  return false;
}

/** Writes what a command was told to put into a file: whole or not at all, and only if it differs from what lies there. */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { problemOf } from './file-fault.js';

/** A product holds no value: everybody may read it. The umask takes away what it takes away. */
const MODE = 0o644;

/**
 * `shown` is the path as it was given. Null when the file now holds the text, else why it cannot be written, as a
 * clause. A symbolic link is followed, never replaced.
 */
export function writeProduct(shown: string, text: string): string | null {
  const path = targetOf(resolve(shown));
  const bytes = Buffer.from(text, 'utf8');
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) return 'it is no regular file';
    if (found?.size === bytes.length && holds(path, bytes)) return null;
    replace(path, bytes);
    return null;
  } catch (error) {
    return problemOf(error) ?? 'the system does not say why';
  }
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A file that may not be read counts as another one. */
function holds(path: string, bytes: Buffer): boolean {
  try {
    return readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

function replace(path: string, bytes: Buffer): void {
  const temporary = join(
    dirname(path),
    `.${basename(path).slice(0, 100)}.${process.pid}.${process.hrtime.bigint()}.tmp`,
  );
  try {
    const descriptor = openSync(temporary, 'wx', MODE);
    try {
      writeFileSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

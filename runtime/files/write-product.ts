/** Writes what a command was told to put into a file: whole or not at all, and only if it differs from what lies there. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { replaceFile } from './replace.js';
import { resolveTarget } from './resolve-target.js';
import { codeOf, reasonOf } from './system-reason.js';
import { newTemporary, removeAbandoned } from './temporaries.js';

/** A product holds no value: everybody may read it. The umask takes away what it takes away. */
const MODE = 0o644;
/** Not everybody may write: a plan that says so is not trusted. */
const MOST = 0o775;
/** Who may read it matters little, who may write it does. */
const MOST_UNKNOWN = 0o704;

/**
 * `shown` is the path as it was given. Null when the file now holds the text, else why it cannot be written, as a
 * clause. A symbolic link is followed, also to where nothing lies yet, and never replaced. An existing file keeps its owner and its mode, or a tighter one.
 */
export function writeProduct(shown: string, text: string): string | null {
  const bytes = Buffer.from(text, 'utf8');
  try {
    const path = resolveTarget(resolve(shown));
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) return 'it is not a regular file';
    if (found?.size === bytes.length && holds(path, bytes)) return null;
    const folder = dirname(path);
    removeAbandoned(folder);
    const bounds = { mode: MODE, most: MOST, mostUnknown: MOST_UNKNOWN };
    replaceFile(path, bytes, { temporary: newTemporary(folder), ...bounds, confirm: () => {} });
    return null;
  } catch (error) {
    return reasonOf(codeOf(error));
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

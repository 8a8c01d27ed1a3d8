/** Writes the product of a command to a file: completely or not at all, and only if the content differs. */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from './replace.js';
import { resolveTarget } from './resolve-target.js';
import { codeOf, reasonOf } from './system-reason.js';
import { newTemporary, removeAbandoned } from './temporaries.js';

/** A product holds no value, so everyone may read it, as far as the umask allows. */
const MODE = 0o644;
/** Not writable by everyone: a plan file with such a mode is not trusted. */
const MOST = 0o775;
/** Who may read it matters little; who may write it matters. */
const MOST_UNKNOWN = 0o704;

/**
 * `target` is absolute. Null if the file now holds the text, else why it cannot be written, as a
 * clause. A symbolic link is followed, even if its target does not exist, and never replaced. An existing file keeps its owner and its mode, or a tighter one.
 */
export function writeProduct(target: string, text: string): string | null {
  const bytes = Buffer.from(text, 'utf8');
  try {
    const path = resolveTarget(target);
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

/** A file that may not be read counts as different. */
function holds(path: string, bytes: Buffer): boolean {
  try {
    return readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

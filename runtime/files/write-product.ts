/** Writes the product of a command to a file: completely or not at all, and only if the content differs. */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PRIVATE_FILE } from './modes.js';
import { replaceFile } from './replace.js';
import { resolveTarget } from './resolve-target.js';
import { codeOf, reasonOf } from './system-reason.js';
import { newTemporary, removeAbandoned } from './temporaries.js';

/**
 * A product without values: everyone may read it, as far as the umask allows. Not writable by everyone: a plan file with such a mode is not
 * trusted. Who may read it matters little; who may write it matters.
 */
const PUBLIC = { mode: 0o644, most: 0o775, mostUnknown: 0o704 };
/** One with values. */
const PRIVATE = { mode: PRIVATE_FILE, most: PRIVATE_FILE, mostUnknown: PRIVATE_FILE };

/**
 * `target` is absolute. Null if the file now holds the text, else why it cannot be written, as a
 * clause. A symbolic link is followed, even if its target does not exist, and never replaced. An existing file keeps its owner and its mode, or a tighter one.
 */
export function writeProduct(target: string, text: string): string | null {
  return writeWithin(PUBLIC, target, Buffer.from(text, 'utf8'));
}

/** The same for a product with values, which is readable by nobody else afterwards, whatever was there. */
export function writePrivateProduct(target: string, bytes: Buffer): string | null {
  return writeWithin(PRIVATE, target, bytes);
}

function writeWithin(bounds: typeof PUBLIC, target: string, bytes: Buffer): string | null {
  try {
    const path = resolveTarget(target);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) return 'it is not a regular file';
    const isWithin = found !== undefined && (found.mode & 0o777 & ~bounds.most) === 0;
    if (isWithin && found.size === bytes.length && holds(path, bytes)) return null;
    const folder = dirname(path);
    removeAbandoned(folder);
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

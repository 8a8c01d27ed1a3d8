/** Which files belong to the checkout that a manifest is in: their author is the author of the manifest (semantics 1.3). */
import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { identityOf } from './read-source.js';

/** Folders that version control keeps at the top of a checkout. */
const MARKS = ['.git', '.hg', '.jj', '.svn'];

/**
 * Tests whether a canonical path is in the checkout of this folder: below the nearest folder that version control
 * marks, or below the folder itself if there is none.
 */
export function checkoutOf(folder: string): (canonicalPath: string) => boolean {
  let top: string | null = null;
  return (path) => {
    top ??= topOf(identityOf(folder));
    return path.startsWith(top.endsWith(sep) ? top : `${top}${sep}`);
  };
}

function topOf(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (MARKS.some((mark) => existsSync(join(above, mark)))) return above;
    if (dirname(above) === above) return folder;
  }
}

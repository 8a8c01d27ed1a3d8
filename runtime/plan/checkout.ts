/** Which files belong to the checkout that a manifest is in: whoever wrote the manifest wrote these, too (semantics 1.3). */
import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { identityOf } from './read-source.js';

/** Folders that version control keeps at the top of a checkout. */
const MARKS = ['.git', '.hg', '.jj', '.svn'];

/**
 * Tells of a canonical path whether it is in the checkout of this folder: below the nearest folder that version control
 * marks, or below the folder itself where there is none.
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

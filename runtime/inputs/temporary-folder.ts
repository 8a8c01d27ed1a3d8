/** The folder for files with values that other programs read: absolute, and not in a project (spec 2.12). */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { namedTemporary, USUAL_TEMPORARY } from '../files/named-temporary.js';
import type { Variables } from './folders.js';

/** Used if `TMPDIR` is not suitable. */
const USUAL = [USUAL_TEMPORARY, '/var/tmp'] as const;
const OF_CHECKOUTS = ['.git', '.hg', '.jj', '.svn'] as const;

/**
 * The folder that the variables name; if it is relative, or is in the project or in a checkout that the project or
 * the working folder belongs to, the system's own folder is used: a value must not be committed, published or copied
 * with it. Null if that one is not suitable either.
 */
export function temporaryFolder(variables: Variables, project: string, workingFolder: string): string | null {
  const named = namedTemporary(variables);
  const closed = [project, checkoutOf(project), checkoutOf(workingFolder)].flatMap((folder) =>
    folder === null || isRoot(folder) ? [] : [real(folder)],
  );
  const candidates = process.platform === 'win32' ? [named] : [named, ...USUAL];
  return candidates.find((one) => isAbsolute(one) && !closed.some((folder) => isWithin(real(one), folder))) ?? null;
}

/** The nearest folder from here upwards that is a checkout. */
function checkoutOf(folder: string): string | null {
  for (let current = folder; ; current = dirname(current)) {
    if (OF_CHECKOUTS.some((name) => existsSync(join(current, name)))) return current;
    if (isRoot(current)) return null;
  }
}

/** Everything is in the root folder: a project there excludes nothing. */
function isRoot(folder: string): boolean {
  return dirname(folder) === folder;
}

function isWithin(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return between === '' || (!/^\.\.(?:[/\\]|$)/u.test(between) && !isAbsolute(between));
}

/** With links resolved; for a missing path, those of its existing part. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return isRoot(path) ? path : join(real(dirname(path)), relative(dirname(path), path));
  }
}

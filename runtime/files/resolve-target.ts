/** The target of a path: the file that symbolic links lead to, and texts that are equal for the same file. */
import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { codeOf } from './system-reason.js';

const MOST_LINKS = 40;

/** The file that a write must replace: links are followed to the end, even if the target does not exist yet. */
export function resolveTarget(path: string): string {
  let current = path;
  for (let links = 0; links < MOST_LINKS; links++) {
    const real = join(realFolder(dirname(current)), basename(current));
    const link = linkAt(real);
    if (link === null) return real;
    current = isAbsolute(link) ? link : join(dirname(real), link);
  }
  throw Object.assign(new Error('too many levels of symbolic links'), { code: 'ELOOP' });
}

/**
 * Equal for the same file or folder, however it is spelled or linked. Never fails: in doubt it is the path itself. The number of a
 * removed file is given to a new one at once, which was created later.
 */
export function identityOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return `path ${inOneCase(resolveTarget(path))}`;
    return `inode ${stats.dev} ${stats.ino} ${stats.birthtimeNs}`;
  } catch {
    return `path ${inOneCase(path)}`;
  }
}

/** Windows ignores the case of names, as a rule. */
function inOneCase(path: string): string {
  return process.platform === 'win32' ? path.toLowerCase() : path;
}

/** Where the path leads. Never fails: in doubt it is the path itself. */
export function targetOrPath(path: string): string {
  try {
    return resolveTarget(path);
  } catch {
    return path;
  }
}

/** The folder with its links resolved; parts that do not exist are kept. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const above = dirname(path);
    if (codeOf(error) !== 'ENOENT' || above === path) throw error;
    return join(realFolder(above), basename(path));
  }
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EINVAL' || code === 'ENOENT' || code === 'UNKNOWN') return null;
    throw error;
  }
}

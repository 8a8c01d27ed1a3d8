/** Paths as people see them: from the working folder, so that what is shown can be opened from there. */
import { isAbsolute, relative } from 'node:path';
import { joined, type PathBase } from './located-at.js';

export interface Outlook extends Pick<PathBase, 'baseFolder'> {
  /** Absolute, without symbolic links. */
  readonly workingFolder: string;
}

/** An absolute path. Relative if it is below the working folder, or in the project and shorter so. */
export function seenPath(path: string, { workingFolder, baseFolder }: Outlook): string {
  if (!isAbsolute(path) || !canBeResolved(path, workingFolder)) return path;
  const seen = relative(workingFolder, path).replaceAll('\\', '/');
  const isBelow = seen !== '..' && !seen.startsWith('../') && !isAbsolute(seen);
  const isShorter = isIn(baseFolder, path) && seen.length < path.length;
  return isBelow || isShorter ? seen || '.' : path;
}

/** A path as its author wrote it, in the manifest or with an option. One that starts with `~` says where it is. */
export function seenLocation(location: string, outlook: Outlook): string {
  const { workingFolder, baseFolder } = outlook;
  if (location === '~' || location.startsWith('~/')) return location;
  if (isAbsolute(location)) return seenPath(location, outlook);
  return workingFolder === baseFolder ? location : seenPath(joined(baseFolder, location), outlook);
}

/** After a symbolic link, `..` leads elsewhere than its text says: here it may only follow a folder that is known to be none. */
function canBeResolved(path: string, workingFolder: string): boolean {
  const [, before = path, , after = ''] = /^(.*?)((?:\/\.\.)+)(\/.*)?$/u.exec(path) ?? [];
  return before === path || (isIn(before || '/', workingFolder) && !/\/\.\.(?:\/|$)/u.test(after));
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

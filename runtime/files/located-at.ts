/** The absolute path that an author means: `~` is the home folder, and a relative path starts from a folder. */
import { isAbsolute, join } from 'node:path';

export interface PathBase {
  readonly baseFolder: string;
  /** Null if the user has none. */
  readonly home: string | null;
}

const isWindows = process.platform === 'win32';
/** As in `file:///C:/x`. */
const DRIVE_OF_URI = /^\/[A-Za-z]:[\\/]/;

/** Null where a path starts with `~` and there is no home folder. Dot segments are kept as written (semantics 3.4). */
export function locatedAt(location: string, { home, baseFolder }: PathBase): string | null {
  if (isWindows && DRIVE_OF_URI.test(location)) return location.slice(1);
  if (location !== '~' && !location.startsWith('~/'))
    return isAbsolute(location) ? location : joined(baseFolder, location);
  if (home === null || location === '~') return home;
  return joined(home, location.slice(2));
}

/** What starts with `\\?\` Windows takes as it is: there a slash would be a part of a name. */
export function joined(folder: string, relative: string): string {
  if (isWindows && folder.startsWith('\\\\?\\')) return join(folder, relative);
  return folder.endsWith('/') ? folder + relative : `${folder}/${relative}`;
}

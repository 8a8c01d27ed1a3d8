/** The path of a store's file or folder on this machine. */
import { isAbsolute } from 'node:path';
import type { ProviderPorts, Refused } from './provider.js';
import { refused } from './store-failure.js';

/**
 * The absolute path of a spec's location: `~` is the user's home, a relative path starts from the manifest's folder.
 * Dot segments are kept as written (semantics 3.4).
 */
export function localPath(
  location: string,
  { home, baseFolder }: Pick<ProviderPorts, 'baseFolder' | 'home'>,
): string | Refused {
  if (location !== '~' && !location.startsWith('~/')) {
    return isAbsolute(location) ? location : joined(baseFolder, location);
  }
  if (home === null)
    return refused('unsupported', 'this user has no home folder for `~`', 'set `HOME` to an absolute path');
  return location === '~' ? home : joined(home, location.slice(2));
}

function joined(folder: string, relative: string): string {
  return folder.endsWith('/') ? folder + relative : `${folder}/${relative}`;
}

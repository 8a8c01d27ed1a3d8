/** Where a store's file or folder lies on this machine. */
import { isAbsolute } from 'node:path';
import type { ProviderPorts, Refused } from './provider.js';
import { refused } from './store-failure.js';

/**
 * The absolute path that a spec's location means: `~` is the user's home, everything relative starts beside the manifest.
 * Dot segments stay as they are written (semantics 3.4).
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

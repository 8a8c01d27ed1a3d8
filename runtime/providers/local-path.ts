/** The path of a store's file or folder on this machine. */
import { locatedAt, type PathBase } from '../files/located-at.js';
import { type Outlook, seenLocation } from '../files/seen-path.js';
import { windowsPathProblem } from '../files/windows-path.js';
import { cleaned } from '../values/cleaned.js';
import type { Refused } from './provider.js';
import { refused } from './store-failure.js';

/** The absolute path of a spec's location. */
export function localPath(location: string, base: PathBase): string | Refused {
  const path = locatedAt(location, base);
  if (path === null)
    return refused('unsupported', 'this user has no home folder for `~`', 'set `HOME` to an absolute path');
  const problem = windowsPathProblem(path);
  return problem === null ? path : refused('unsupported', problem, 'write another path in the address of the store');
}

/** What messages call the file or folder of a spec's location: its path, as seen from the working folder. */
export function shownLocation(location: string, outlook: Outlook): string {
  return cleaned(seenLocation(location, outlook));
}

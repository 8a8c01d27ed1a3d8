/** Where a store's file or folder lies on this machine. */
import { isAbsolute } from 'node:path';
import type { ProviderPorts } from './provider.js';

/**
 * The absolute path that a spec's location means: `~` is the user's home, everything relative starts beside the manifest.
 * Dot segments stay as they are written (semantics 3.4).
 */
export function localPath(location: string, ports: Pick<ProviderPorts, 'baseFolder' | 'home'>): string {
  if (location === '~') return ports.home;
  if (location.startsWith('~/')) return joined(ports.home, location.slice(2));
  return isAbsolute(location) ? location : joined(ports.baseFolder, location);
}

function joined(folder: string, relative: string): string {
  return folder.endsWith('/') ? folder + relative : `${folder}/${relative}`;
}

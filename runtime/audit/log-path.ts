/** Where the audit log is (spec 6): only the user configuration and the user's own folders say so. */
import { isAbsolute, join } from 'node:path';
import { homeFolder, stateFolder, type Variables } from '../inputs/folders.js';

export type LogPath =
  | { readonly kind: 'absolute'; readonly path: string }
  /** Refused: it would depend on the working folder. `~user` is relative, too. */
  | { readonly kind: 'relative'; readonly path: string }
  /** The user has no folder for it. */
  | { readonly kind: 'nowhere' };

const LOG_NAME = 'audit.log';

/** `configured`: as the user configuration has it, null for the usual place. */
export function logPath(configured: string | null, variables: Variables): LogPath {
  if (configured === null) {
    const folder = stateFolder(variables);
    return folder === null ? { kind: 'nowhere' } : { kind: 'absolute', path: join(folder, LOG_NAME) };
  }
  if (isAbsolute(configured)) return { kind: 'absolute', path: configured };
  if (configured !== '~' && !configured.startsWith('~/')) return { kind: 'relative', path: configured };
  const home = homeFolder(variables);
  return home === null ? { kind: 'nowhere' } : { kind: 'absolute', path: join(home, configured.slice(1)) };
}

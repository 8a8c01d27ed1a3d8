/** Finds a command the way `execvp` does. */
import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { codeOf } from '../files/system-reason.js';
import { type ByteString, byteStringOf, bytesOf, textOf } from '../values/byte-string.js';
import { resolveOnWindows } from './resolve-on-windows.js';

export type NotStarted =
  /** The shell's 127. */
  | { readonly kind: 'not found' }
  /** The shell's 126. The reason is ours and holds no value: "it is a folder". */
  | { readonly kind: 'not executable'; readonly reason: string }
  /** Arguments and environment exceed what the system takes. */
  | { readonly kind: 'too large' };

export type ResolvedCommand = { readonly kind: 'found'; readonly path: ByteString } | NotStarted;

/** Where glibc looks when there is no PATH. */
export const DEFAULT_PATH = '/bin:/usr/bin';

/**
 * The file that would be executed. `path` is the PATH of the environment the child gets, as for `env` and for Node's
 * own spawn: a secret called PATH decides. The result is spelled as `execvp` would pass it on (a script sees it as
 * `$0`), so it is relative where the command or the entry of PATH is. `endings` is the PATHEXT of Windows.
 */
export function resolveCommand(
  command: ByteString,
  path: ByteString | undefined,
  endings?: ByteString,
): ResolvedCommand {
  if (process.platform === 'win32') return onWindows(command, path, endings);
  if (command === '') return { kind: 'not found' };
  if (command.includes('/')) return judge(command);
  let best: ResolvedCommand = { kind: 'not found' };
  for (const folder of (path ?? DEFAULT_PATH).split(':')) {
    const candidate = judge(folder === '' ? command : `${folder}/${command}`);
    if (candidate.kind === 'found') return candidate;
    if (candidate.kind === 'not executable') best = candidate;
  }
  return best;
}

function onWindows(command: ByteString, path = '', endings = ''): ResolvedCommand {
  const [name, folders, known] = [command, path, endings].map((text) => textOf(text) ?? '');
  const found = resolveOnWindows(name ?? '', { path: folders ?? '', endings: known ?? '' });
  return found.kind === 'found' ? { kind: 'found', path: byteStringOf(found.path) } : found;
}

function judge(path: ByteString): ResolvedCommand {
  const bytes = bytesOf(path);
  try {
    const stats: Stats | undefined = statSync(bytes, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: 'not found' };
    if (stats.isDirectory()) return { kind: 'not executable', reason: 'it is a folder' };
    if (!stats.isFile()) return { kind: 'not executable', reason: 'it is not a regular file' };
    accessSync(bytes, constants.X_OK);
    return { kind: 'found', path };
  } catch (error) {
    // Anything but a denial is a path that leads nowhere: below a file, in a circle of links, too long.
    return codeOf(error) === 'EACCES' ? { kind: 'not executable', reason: 'permission denied' } : { kind: 'not found' };
  }
}

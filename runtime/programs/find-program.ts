/** Where a program lies. */
import { resolveCommand } from '../child/resolve-command.js';
import type { Environment } from '../providers/provider.js';
import { byteStringOf, textOf } from '../values/byte-string.js';
import type { FoundProgram, NoProgram } from './programs.js';

/** The first executable file of this name in an absolute entry of PATH. */
export function findProgram(name: string, environment: Environment): FoundProgram | NoProgram {
  const path = environment.get('PATH');
  const folders = path && byteStringOf(path).split(':').filter(isUsable).join(':');
  // An empty PATH would mean the working folder.
  const found = folders === '' ? ({ kind: 'not found' } as const) : resolveCommand(byteStringOf(name), folders);
  if (found.kind === 'found') return { kind: 'found', path: textOf(found.path) ?? '' };
  return { kind: found.kind === 'not executable' ? found.kind : 'not found' };
}

/** Neither runtime can start what lies in a folder whose name is not UTF-8. */
function isUsable(folder: string): boolean {
  return folder.startsWith('/') && textOf(folder) !== null;
}

/** Where a program is. */
import { delimiter } from 'node:path';
import { isFixedPath } from '../files/fixed-path.js';
import { type ByteString, byteStringOf, textOf } from '../values/byte-string.js';
import type { Environment } from '../values/environment.js';
import type { FoundProgram, NoProgram } from './programs.js';
import { DEFAULT_PATH, resolveCommand } from './resolve-command.js';
import { withoutQuotes } from './resolve-on-windows.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** The first executable file of this name in an absolute entry of PATH. */
export function findProgram(name: string, environment: Environment): FoundProgram | NoProgram {
  const [path, endings] = ['PATH', 'PATHEXT'].map((variable) => environment.get(variable));
  return findIn({ path: path && byteStringOf(path), endings: endings && byteStringOf(endings) }, name);
}

/**
 * The same in the PATH of these variables, for the programs of the system that the tool itself starts; null if there is none. A name alone
 * would be looked up with the empty and relative entries, too, where a checkout may have a program of this name.
 */
export function systemProgram(name: string, { PATH, PATHEXT }: Variables): string | null {
  const found = findIn({ path: PATH && byteStringOf(PATH), endings: PATHEXT && byteStringOf(PATHEXT) }, name);
  return found.kind === 'found' ? found.path : null;
}

/** The PATH of these variables for programs that start others: its absolute entries. */
export function safePath({ PATH = DEFAULT_PATH }: Variables): string {
  return textOf(absoluteEntries(byteStringOf(PATH))) ?? DEFAULT_PATH;
}

function absoluteEntries(path: ByteString): ByteString {
  return path.split(delimiter).filter(isUsable).join(delimiter);
}

/** As bytes; undefined if the variable is not set. */
interface Search {
  readonly path: ByteString | undefined;
  readonly endings: ByteString | undefined;
}

function findIn({ path, endings }: Search, name: string): FoundProgram | NoProgram {
  const folders = path && absoluteEntries(path);
  // An empty PATH would mean the working folder.
  const found =
    folders === '' ? ({ kind: 'not found' } as const) : resolveCommand(byteStringOf(name), folders, endings);
  if (found.kind === 'found') return { kind: 'found', path: textOf(found.path) ?? '' };
  return { kind: found.kind === 'not executable' ? found.kind : 'not found' };
}

/** Neither runtime can start what is in a folder whose name is not UTF-8. */
function isUsable(folder: ByteString): boolean {
  const text = textOf(folder);
  return text !== null && isFixedPath(delimiter === ';' ? withoutQuotes(text) : text);
}

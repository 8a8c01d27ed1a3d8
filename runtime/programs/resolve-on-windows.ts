/** Finds a command as Windows does: in the folders of `Path`, with the endings of `PATHEXT`. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolvedCommand } from './resolve-command.js';

export interface Search {
  /** Folders separated by `;`, in quotes or not. */
  readonly path: string;
  /** Endings separated by `;`. Empty: those of Windows itself. */
  readonly endings: string;
}

/** What Windows can start without another program. Other endings of `PATHEXT`, such as `.JS`, open an editor or a script host. */
const STARTED = ['.com', '.exe', '.bat', '.cmd'];

/**
 * The file that would be started. The current folder is not searched, unlike in `cmd`: a checkout may have a file with the name of
 * any program. A command with a separator or a drive is a path.
 */
export function resolveOnWindows(command: string, { path, endings }: Search): ResolvedCommand {
  if (command === '') return { kind: 'not found' };
  const names = spellings(command, endings);
  if (/[\\/:]/u.test(command)) return firstOf(names);
  const folders = path.split(';').map(withoutQuotes);
  return firstOf(folders.filter(Boolean).flatMap((folder) => names.map((name) => join(folder, name))));
}

/** An entry of `Path` that has a semicolon in its name is in quotes. */
export function withoutQuotes(folder: string): string {
  return folder.replace(/^"(.*)"$/u, '$1');
}

/** The name itself only counts if it has an ending that Windows starts: a file without one is not a program there. */
function spellings(command: string, endings: string): readonly string[] {
  const listed = endings
    .split(';')
    .map((ending) => ending.trim().toLowerCase())
    .filter((ending) => STARTED.includes(ending));
  const known = listed.length === 0 ? STARTED : listed;
  const added = known.map((ending) => command + ending);
  return STARTED.some((ending) => command.toLowerCase().endsWith(ending)) ? [command, ...added] : added;
}

function firstOf(paths: readonly string[]): ResolvedCommand {
  const path = paths.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile() === true);
  return path === undefined ? { kind: 'not found' } : { kind: 'found', path };
}

/** Files, folders and programs whose name starts as written. What cannot be listed has none. */
import { accessSync, constants, type Dirent, readdirSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { byName } from '#schemas/named.js';
import type { Candidate } from './candidate.js';

/** Hidden ones only after a dot. `~/` is the home folder, and stays as written. */
export function pathsLike(typed: string, working: string, home: string | null): readonly Candidate[] {
  const cut = typed.lastIndexOf('/') + 1;
  const [head, start] = [typed.slice(0, cut), typed.slice(cut)];
  const folder = head.startsWith('~/') && home !== null ? join(home, head.slice(2)) : resolve(working, head);
  const isShown = ({ name }: Dirent) => fits(name, start) && (start.startsWith('.') || !name.startsWith('.'));
  const entries = entriesIn(folder).filter(isShown);
  const found = entries.map((entry) => {
    const isOpen = isFolder(join(folder, entry.name), entry);
    return { text: `${head}${entry.name}${isOpen ? '/' : ''}`, isOpen };
  });
  return found.sort((left, right) => byName(left.text, right.text));
}

/** The programs that a command can name. A text with a slash is a path, and has none. */
export function executablesIn(path: string, typed: string): readonly Candidate[] {
  if (typed.includes('/')) return [];
  const found = new Set<string>();
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    for (const entry of entriesIn(folder)) {
      const { name } = entry;
      if (!found.has(name) && fits(name, typed) && isExecutable(join(folder, name), entry)) found.add(name);
    }
  }
  return [...found].sort().map((text) => ({ text }));
}

function fits(name: string, typed: string): boolean {
  return name.toLowerCase().startsWith(typed.toLowerCase());
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isFolder(path: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

function isExecutable(path: string, entry: Dirent): boolean {
  try {
    accessSync(path, constants.X_OK);
    return !isFolder(path, entry);
  } catch {
    return false;
  }
}

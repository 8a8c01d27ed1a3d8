/**
 * Branches and tags of the checkout, read from the files of git. The program `git` is not started: in a folder from somewhere else its
 * configuration could name other programs. Reftables are not read.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** In the order of names, after `HEAD`; empty outside a checkout. */
export function revisionsOf(working: string): readonly string[] {
  const git = gitFolder(working);
  if (git === null) return [];
  const shared = join(git, textIn(join(git, 'commondir')) || '.');
  const loose = ['heads', 'tags', 'remotes'].flatMap((kind) => filesBelow(join(shared, 'refs', kind)));
  const packed = textIn(join(shared, 'packed-refs')).matchAll(/^[0-9a-f]+ refs\/(?:heads|tags|remotes)\/(.+)$/gmu);
  return ['HEAD', ...new Set([...loose, ...[...packed].map(([, name = '']) => name)].sort())];
}

/** The folder `.git`, or the one that a file `.git` names, as in a work tree of its own. */
function gitFolder(working: string): string | null {
  for (let folder = working; ; folder = dirname(folder)) {
    const path = join(folder, '.git');
    const status = statSync(path, { throwIfNoEntry: false });
    if (status?.isDirectory()) return path;
    const [, named] = (status?.isFile() && /^gitdir: (.+)$/mu.exec(textIn(path))) || [];
    if (named !== undefined) return resolve(folder, named);
    if (dirname(folder) === folder) return null;
  }
}

/** Without the line break at the end; empty if it cannot be read. */
function textIn(path: string): string {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8').trimEnd() : '';
  } catch {
    return '';
  }
}

/** Paths relative to the folder. */
function filesBelow(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  } catch {
    return [];
  }
}

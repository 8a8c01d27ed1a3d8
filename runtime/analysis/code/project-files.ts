/** The files of a project that are compared: those that git does not ignore, without what is of others. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../failure.js';
import type { Variables } from '../../inputs/folders.js';
import { MANIFEST_NAME } from '../../version.js';
import { filesIn, type NoteTrouble } from '../../work-tree/work-tree.js';

export interface Searched {
  /** Files and folders, as given. */
  readonly paths: readonly string[];
  /** Searched if no path is given: the folder of the manifest. */
  readonly folder: string;
  readonly workingFolder: string;
  readonly variables: Variables;
}

/** Folders of packages and of their installers. */
const OF_OTHERS =
  /[\\/](?:node_modules|bower_components|jspm_packages|vendor|\.venv|venv|site-packages|__pycache__|\.tox|\.git)[\\/]/u;

export interface ProjectFiles {
  /** Absolute, each once, in the order of their names. */
  readonly files: readonly string[];
  /** Whether they are a folder or several, so that something can be said of what is in none of them. */
  readonly isFolder: boolean;
}

export function projectFiles({ paths, folder, workingFolder, variables }: Searched, note: NoteTrouble): ProjectFiles {
  const found = new Set<string>();
  let isFolder = false;
  for (const path of paths.length === 0 ? [folder] : paths.map((one) => resolve(workingFolder, one))) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) throw new UsageError(`\`${relative(workingFolder, path) || path}\` does not exist`);
    const real = realpathSync(path);
    if (stats.isDirectory()) for (const file of ownFiles(real, variables, note)) found.add(file);
    else found.add(real);
    isFolder ||= stats.isDirectory();
  }
  return { files: [...found].sort(), isFolder };
}

/** Without packages of others, and without folders below that have a manifest of their own. */
function ownFiles(root: string, variables: Variables, note: NoteTrouble): readonly string[] {
  const files = [...filesIn(root, variables, note)]
    .map(({ path }) => path)
    .filter((path) => !OF_OTHERS.test(path.slice(root.length)));
  const others = files
    .filter((path) => basename(path) === MANIFEST_NAME && dirname(path) !== root && isManifest(path))
    .map((path) => `${dirname(path)}${sep}`);
  return files.filter((path) => !others.some((folder) => path.startsWith(folder)));
}

/** Other programs have files of this name, too. */
function isManifest(path: string): boolean {
  try {
    return /^[ \t]*\[project\]/mu.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}

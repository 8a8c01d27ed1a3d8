/** The files of a folder that are searched: those that git does not ignore, or, where there is no repository, all of them. */
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Variables } from '../inputs/folders.js';
import { GitTrouble } from '../programs/git-program.js';
import { type GitRepository, repositoryAt } from './git-repository.js';

export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Null where no git says so. */
  readonly isTracked: boolean | null;
}

/** Why git could not say which files it ignores, so that all were listed. */
export type NoteTrouble = (folder: string, detail: string | null) => void;

/** A symbolic link is left out, whatever it leads to. */
export function* filesIn(folder: string, variables: Variables, note: NoteTrouble): Generator<FoundFile> {
  const repository = openedAt(folder, variables, note);
  if (repository === null) {
    yield* everyFile(folder);
    return;
  }
  for (const { path, isTracked } of repository.files()) {
    const full = join(folder, path);
    const kind = kindOf(full);
    if (kind === 'file') yield { path: full, isTracked };
    // A repository in this one, or a submodule, has its own files.
    if (kind === 'folder' && existsSync(join(full, '.git'))) yield* filesIn(full, variables, note);
  }
}

function openedAt(folder: string, variables: Variables, note: NoteTrouble): GitRepository | null {
  try {
    return repositoryAt(folder, withoutRepository(variables));
  } catch (error) {
    if (!(error instanceof GitTrouble)) throw error;
    note(folder, error.detail);
    return null;
  }
}

/** In a hook, git says which repository it works on: not that of every folder. */
function withoutRepository(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !OF_REPOSITORY.test(name)));
}

const OF_REPOSITORY =
  /^GIT_(?:DIR|WORK_TREE|NAMESPACE|INDEX_FILE|INDEX_VERSION|OBJECT_DIRECTORY|COMMON_DIR|ALTERNATE_OBJECT_DIRECTORIES|PREFIX)$/u;

/** Without what git keeps for itself. What may not be listed is left out. */
function* everyFile(folder: string): Generator<FoundFile> {
  for (const entry of entriesOf(folder)) {
    const path = folder.endsWith(sep) ? folder + entry.name : `${folder}${sep}${entry.name}`;
    if (entry.isFile()) yield { path, isTracked: null };
    else if (entry.isDirectory() && entry.name !== '.git') yield* everyFile(path);
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** What a path is, without following a link. */
export function kindOf(path: string): 'file' | 'folder' | 'other' | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}

/** The manifests of a repository by their paths from its root: as committed, or in the work tree with what is not committed yet. */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type GitProgram, GitTrouble } from '../programs/git-program.js';
import { MANIFEST_NAME } from '../version.js';
import { gitText } from './git-text.js';

export interface Repository {
  readonly root: string;
  readonly git: GitProgram;
}

/** The one that the folder is in. */
export function repositoryOf(folder: string, git: GitProgram): Repository {
  return { root: gitText(['rev-parse', '--show-toplevel'], folder, git), git };
}

/** Throws a GitTrouble if git does not know the revision. */
export function committedManifests({ root, git }: Repository, revision: string): readonly string[] {
  const tree = treeOf(revision, { root, git });
  return manifestsAmong(gitText(['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree], root, git));
}

/** A text that git could take for an option is not asked about. */
function treeOf(revision: string, { root, git }: Repository): string {
  const unknown = new GitTrouble('is not a known git revision');
  if (revision === '' || revision.startsWith('-')) throw unknown;
  try {
    return gitText(['rev-parse', '--quiet', '--verify', `${revision}^{tree}`], root, git);
  } catch (error) {
    throw error instanceof GitTrouble ? unknown : error;
  }
}

/** Not those that git ignores. */
export function presentManifests({ root, git }: Repository): readonly string[] {
  const listed = manifestsAmong(gitText(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root, git));
  return listed.filter((path) => existsSync(join(root, path)));
}

function manifestsAmong(paths: string): readonly string[] {
  return paths.split('\0').filter((path) => posix.basename(path) === MANIFEST_NAME);
}

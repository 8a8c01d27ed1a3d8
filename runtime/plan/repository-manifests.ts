/** The manifests of a repository by their paths from its root: as committed, or in the work tree with what is not committed yet. */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { GitProgram } from '../programs/git-program.js';
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

export function committedManifests({ root, git }: Repository, revision: string): readonly string[] {
  return manifestsAmong(
    gitText(['ls-tree', '-r', '-z', '--name-only', '--full-tree', `${revision}^{tree}`], root, git),
  );
}

/** Not those that git ignores. */
export function presentManifests({ root, git }: Repository): readonly string[] {
  const listed = manifestsAmong(gitText(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root, git));
  return listed.filter((path) => existsSync(join(root, path)));
}

function manifestsAmong(paths: string): readonly string[] {
  return paths.split('\0').filter((path) => posix.basename(path) === MANIFEST_NAME);
}

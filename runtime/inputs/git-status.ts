/** What git would do with what is at a path, or will be there. Asks git itself; reads no file. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gitProgram } from '../programs/git-program.js';
import type { Variables } from './folders.js';

/** Null if git ignores it, is not installed, or has no repository there. */
export type GitStatus = 'tracked' | 'untracked' | null;

/** The status of a file, or of the files in a folder. */
export function gitStatusOf(path: string, variables: Variables): GitStatus {
  const hasFiles = (which: readonly string[]) => {
    const words = ['--literal-pathspecs', 'ls-files', ...which, '--', basename(path)];
    return (askGit(dirname(path), words, variables)?.stdout?.length ?? 0) > 0;
  };
  if (hasFiles(['--cached'])) return 'tracked';
  return hasFiles(['--others', '--exclude-standard']) ? 'untracked' : null;
}

/**
 * Whether git would commit a file that may not be there yet; with `isFolder`, files in a folder of this path. Starts git only in a
 * repository.
 */
export function isCommittable(path: string, isFolder: boolean, variables: Variables): boolean {
  const file = isFolder ? join(path, 'file') : path;
  const folder = nearestFolder(dirname(file));
  if (!isInRepository(folder)) return false;
  const words = ['check-ignore', '--quiet', '--', relative(folder, file)];
  return askGit(folder, words, variables)?.status === NOT_IGNORED;
}

/** Of `git check-ignore`: 0 is a path that is ignored, 128 no repository. */
const NOT_IGNORED = 1;

/** Null where git is not installed. */
function askGit(folder: string, words: readonly string[], variables: Variables) {
  try {
    const { path, options, environment } = gitProgram(variables);
    return spawnSync(path, [...options, ...words], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
  } catch {
    return null;
  }
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function isInRepository(folder: string): boolean {
  return existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isInRepository(dirname(folder)));
}

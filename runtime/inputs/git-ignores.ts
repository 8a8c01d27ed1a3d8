/** Whether git would commit a file that is not there yet. Starts git only in a repository. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gitProgram } from '../programs/git-program.js';
import type { Variables } from './folders.js';

/** `isFolder`: files in a folder of this path. False where git is not installed, or there is no repository. */
export function isCommittable(path: string, isFolder: boolean, variables: Variables): boolean {
  const file = isFolder ? join(path, 'file') : path;
  const folder = nearestFolder(dirname(file));
  if (!isInRepository(folder)) return false;
  try {
    const git = gitProgram(variables);
    const below = file.slice(folder.length).replace(/^\/+/u, '') || basename(file);
    const { status } = spawnSync(git.path, [...git.options, 'check-ignore', '--quiet', '--', below], {
      cwd: folder,
      env: git.environment,
      stdio: 'ignore',
      windowsHide: true,
    });
    return status === NOT_IGNORED;
  } catch {
    return false;
  }
}

/** Of `git check-ignore`: 0 is a path that is ignored, 128 no repository. */
const NOT_IGNORED = 1;

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function isInRepository(folder: string): boolean {
  return existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isInRepository(dirname(folder)));
}

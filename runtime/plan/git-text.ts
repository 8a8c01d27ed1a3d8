/** What git prints about a repository: asked once, without touching anything. */
import { execFileSync } from 'node:child_process';
import { type GitProgram, GitTrouble } from '../programs/git-program.js';

const MOST_BYTES = 256 * 1024 * 1024;

/** Throws a GitTrouble with what git says, after the name of what was asked about. */
export function gitText(asked: readonly string[], folder: string, { path, options, environment }: GitProgram): string {
  try {
    const told = execFileSync(path, [...options, ...asked], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: MOST_BYTES,
      windowsHide: true,
    });
    return told.toString('utf8').replace(/\n$/u, '');
  } catch (error) {
    const detail = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new GitTrouble('cannot be looked up in git', detail === '' ? null : detail);
  }
}

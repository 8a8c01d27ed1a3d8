/** Whether git would commit what is at a path. Asks git itself; reads no file. */
import { execFileSync } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { gitEnvironment, gitProgram } from '../programs/git-program.js';

/** Null if git ignores it, is not installed, or has no repository there. */
export type GitStatus = 'tracked' | 'untracked' | null;

/** Of a file, or of the files in a folder. */
export function gitStatusOf(path: string): GitStatus {
  if (hasFiles(path, ['--cached'])) return 'tracked';
  return hasFiles(path, ['--others', '--exclude-standard']) ? 'untracked' : null;
}

/** A configuration that came with the repository starts no program. */
const QUIET = ['--no-pager', '--literal-pathspecs', '-c', 'core.fsmonitor=false'];

function hasFiles(path: string, which: readonly string[]): boolean {
  try {
    const listed = execFileSync(gitProgram(), [...QUIET, 'ls-files', ...which, '--', basename(path)], {
      cwd: dirname(path),
      env: gitEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    return listed.length > 0;
  } catch {
    return false;
  }
}

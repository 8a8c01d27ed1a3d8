/** Whether git would commit what is at a path. Asks git itself; reads no file. */
import { execFileSync } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { gitProgram } from '../programs/git-program.js';
import type { Variables } from './folders.js';

/** Null if git ignores it, is not installed, or has no repository there. */
export type GitStatus = 'tracked' | 'untracked' | null;

/** The status of a file, or of the files in a folder. */
export function gitStatusOf(path: string, variables: Variables): GitStatus {
  if (hasFiles(path, ['--cached'], variables)) return 'tracked';
  return hasFiles(path, ['--others', '--exclude-standard'], variables) ? 'untracked' : null;
}

function hasFiles(path: string, which: readonly string[], variables: Variables): boolean {
  try {
    const git = gitProgram(variables);
    const listed = execFileSync(
      git.path,
      [...git.options, '--literal-pathspecs', 'ls-files', ...which, '--', basename(path)],
      {
        cwd: dirname(path),
        env: git.environment,
        stdio: ['ignore', 'pipe', 'ignore'],
        windowsHide: true,
      },
    );
    return listed.length > 0;
  } catch {
    return false;
  }
}

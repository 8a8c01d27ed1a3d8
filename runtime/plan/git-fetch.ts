/** The command that fetches a revision that git does not know. It is only suggested: nothing is fetched here. */
import { execFileSync } from 'node:child_process';
import type { GitProgram } from '../programs/git-program.js';

/** Null if no command is likely to help. */
export function fetchThatBrings(revision: string, repository: string, git: GitProgram): string | null {
  const [root = ''] = /^[^~^@{]*/u.exec(revision) ?? [];
  if (!/^[A-Za-z0-9][A-Za-z0-9._/-]*$/u.test(root) || root === 'HEAD') return null;
  const remotes = linesOf(['remote'], repository, git);
  const [first] = remotes.includes('origin') ? ['origin'] : remotes;
  if (first === undefined) return null;
  // The start of the revision is known and its ancestor is not: a shallow clone left that history out.
  if (linesOf(['rev-parse', '--quiet', '--verify', `${root}^{commit}`], repository, git).length > 0)
    return isShallow(repository, git) ? 'git fetch --unshallow' : null;
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(root)) return `git fetch ${first} ${root}`;
  const remote = remotes.find((name) => root.startsWith(`${name}/`));
  if (remote !== undefined) return `git fetch ${remote} ${root.slice(remote.length + 1)}:refs/remotes/${root}`;
  return `git fetch ${first} ${root}:${root}`;
}

function isShallow(repository: string, git: GitProgram): boolean {
  return linesOf(['rev-parse', '--is-shallow-repository'], repository, git)[0] === 'true';
}

/** None if git fails. */
function linesOf(args: readonly string[], cwd: string, { path, options, environment }: GitProgram): readonly string[] {
  try {
    const said = execFileSync(path, [...options, ...args], {
      cwd,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    return said.toString('utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

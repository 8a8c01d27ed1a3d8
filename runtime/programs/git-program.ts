/** The program git, and what it is started with. */
import { safePath, systemProgram } from './find-program.js';

/** How git is started for a call. */
export interface GitProgram {
  readonly path: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Git is not installed, or this is not a repository. `message` is a clause that follows OLD or NEW; `detail` is git's own message. */
export class GitTrouble extends Error {
  readonly detail: string | null;
  constructor(message: string, detail: string | null = null) {
    super(message);
    this.detail = detail;
  }
}

export const NOT_RUN = 'cannot be looked up: git cannot be run';

/** Regardless of the configuration of the repository, git does not prompt, fetch, lock or page. */
const QUIET = { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };

/** With the variables of a call, so that git does not prompt, fetch or lock, and starts nothing of the folder it works in. Throws a GitTrouble if there is no git. */
export function gitProgram(variables: Readonly<Record<string, string | undefined>>): GitProgram {
  const path = systemProgram('git', variables);
  if (path === null) throw new GitTrouble(NOT_RUN);
  return { path, environment: { ...variables, ...QUIET, PATH: safePath(variables) } };
}

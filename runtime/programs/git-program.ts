/** The program git, and what it is started with. */
import { safePath, systemProgram } from './find-program.js';

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

/** Its path. Throws a GitTrouble if there is none. */
export function gitProgram(): string {
  const path = systemProgram('git');
  if (path === null) throw new GitTrouble(NOT_RUN);
  return path;
}

/** That of this process, changed so that git does not prompt, fetch or lock, and starts nothing of the folder it works in. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, ...QUIET, PATH: safePath() };
}

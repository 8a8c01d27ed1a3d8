/** The program git, and what it is started with. */
import { safePath, systemProgram } from './find-program.js';
import { isForeign } from './foreign-credentials.js';

/** How git is started for a call. */
export interface GitProgram {
  readonly path: string;
  /** Before the name of each of its commands. */
  readonly options: readonly string[];
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

/** In place of what the repository configures, which may come with it: programs that git would start for a command that only looks. */
const NO_PROGRAMS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'credential.helper=', 'core.askPass='];
const OPTIONS = ['--no-pager', ...NO_PROGRAMS.flatMap((setting) => ['-c', setting])];

/**
 * With the variables of a call, without credentials and sessions of stores, so that git does not prompt, fetch or lock, and starts nothing of
 * the folder it works in. Throws a GitTrouble if there is no git.
 */
export function gitProgram(variables: Readonly<Record<string, string | undefined>>): GitProgram {
  const path = systemProgram('git', variables);
  if (path === null) throw new GitTrouble(NOT_RUN);
  const isOfStores = isForeign({});
  const kept = Object.entries(variables).filter(([name]) => !isOfStores(name));
  return { path, options: OPTIONS, environment: { ...Object.fromEntries(kept), ...QUIET, PATH: safePath(variables) } };
}

/** Starts the command as a child, or becomes it; what cannot be started is an outcome, too. */
import { reasonOf } from '../files/system-reason.js';
import type { Entries } from '../inputs/environment.js';
import type { ByteString } from '../values/byte-string.js';
import type { ChildOutcome } from './child-outcome.js';

/** The descriptors of this process that the child gets as its standard output and error. */
export interface ChildOutput {
  readonly stdout: number;
  readonly stderr: number;
}

export interface ChildStart {
  /** The file to execute, as found by `resolveCommand`. */
  readonly path: ByteString;
  /** The command as typed, then its arguments. */
  readonly words: readonly [ByteString, ...ByteString[]];
  /** The whole environment of the child. */
  readonly environment: Entries;
  /** Open descriptors from 3 on that the child gets under the same numbers. */
  readonly descriptors: readonly number[];
  readonly output: ChildOutput;
  /** True where this process has work left while the child runs or after it. */
  readonly isParentNeeded: boolean;
}

const SHELL = '/bin/sh';

/** What the system's codes mean here and nowhere else. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'its interpreter does not exist'],
  ['ENOEXEC', 'it is not a program for this machine'],
  ['ETXTBSY', 'it is open for writing'],
  ['EAGAIN', 'the system cannot start another process'],
  ['ENOMEM', 'not enough memory'],
]);

export async function startCommand(start: ChildStart): Promise<ChildOutcome> {
  const outcome = await startNow(start);
  return typeof outcome === 'string' ? explain(outcome, start) : outcome;
}

/** Neither build loads the code of the other. */
async function startNow(start: ChildStart): Promise<ChildOutcome | string> {
  if (process.platform === 'win32') {
    const { startOnWindows } = await import('./on-windows.js');
    return startOnWindows(start);
  }
  if (process.versions['bun'] !== undefined) {
    const [{ startByLibc }, { openLibc }] = await Promise.all([import('./by-libc.js'), import('./libc.js')]);
    const libc = openLibc();
    if (libc !== null) return startByLibc(libc, start);
  }
  const { startOnNode } = await import('./on-node.js');
  return startOnNode(start);
}

/** From the system's code to what a person can do something about. */
async function explain(code: string, start: ChildStart): Promise<ChildOutcome> {
  if (code === 'E2BIG') return { kind: 'too large' };
  // A script without `#!`: `execvp` gives it to the shell.
  if (code === 'ENOEXEC' && start.path !== SHELL) {
    return startCommand({ ...start, path: SHELL, words: [SHELL, start.path, ...start.words.slice(1)] });
  }
  return { kind: 'not executable', reason: REASONS.get(code) ?? reasonOf(code) };
}

/** Lets this process become the command (`execve`), where nothing is left for it to do. */
import { isSurelyExecutable } from './executable-image.js';
import { descriptorFlags } from './inherited-descriptors.js';
import { leave } from './leaving.js';
import { fitsKernelLimits } from './start-limits.js';
import { isWaitedForByShell } from './waiting-shell.js';

type Execve = (path: string, argv: readonly string[], variables: Readonly<Record<string, string>>) => void;

const O_NONBLOCK = 0o4000;

/** Node from 22.15 on and Bun can; process 1 must not, for the kernel keeps signals from a process 1 that does not handle them. */
export function canBecome(): boolean {
  return execveOfThisRuntime() !== null && process.pid !== 1 && isWaitedForByShell();
}

/**
 * Becomes the program at `path`, as found by `resolveCommand`. Returns only where that is not safely possible; the
 * caller then spawns. Node ends with a crash when `execve` fails, so everything it could fail on is looked at first.
 */
export function become(path: string, argv: readonly string[], variables: Readonly<Record<string, string>>): void {
  const execve = execveOfThisRuntime();
  if (execve === null || !fitsKernelLimits(argv, variables) || !isSurelyExecutable(path)) return;
  if (!areStandardStreamsBlocking()) return;
  leave();
  restoreDispositions();
  try {
    execve(path, argv, variables);
  } catch {
    // Bun reports what Node crashes on; the error can hold the environment, and `spawn` will find its own words.
  }
}

function execveOfThisRuntime(): Execve | null {
  const { execve } = process as { execve?: Execve };
  return typeof execve === 'function' && process.platform === 'linux' ? execve.bind(process) : null;
}

/** Both runtimes ignore these two signals, which would stay so in the child; a listener that comes and goes puts them right. */
function restoreDispositions(): void {
  for (const signal of ['SIGPIPE', 'SIGXFSZ'] as const) {
    process.on(signal, ignore);
    process.off(signal, ignore);
  }
}

function ignore(): void {}

/** A non-blocking descriptor breaks `cat` and `ssh`. `spawn` sets the three to blocking for the child; `execve` does not. */
function areStandardStreamsBlocking(): boolean {
  return [0, 1, 2].every((descriptor) => (descriptorFlags(descriptor) & O_NONBLOCK) === 0);
}

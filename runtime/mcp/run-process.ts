/** One process and all that it starts: none of it outlives the run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import type { PlainEnvironment } from '../child/plain-environment.js';
import { fail } from '../failure.js';
import { codeOf, reasonOf } from '../files/system-reason.js';
import { limitTime } from '../limit-time.js';
import { PROGRAM_GRACE_MS } from '../programs/grace.js';
import { endGroup, endingWithUs } from '../programs/process-groups.js';
import { resolveOnWindows } from '../programs/resolve-on-windows.js';
import { type Startable, startable } from '../programs/startable.js';
import type { ShownOutput } from './shown-output.js';

export interface ProcessRun {
  readonly words: readonly [string, ...string[]];
  readonly folder: string;
  readonly environment: PlainEnvironment;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  /** Null: what it writes is not read. */
  readonly output: ShownOutput | null;
}

export interface ProcessEnd {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly seconds: number;
  readonly timedOut: boolean;
}

/** For output that is on its way when the process has ended. */
const DRAIN_MS = 1_000;

/** Stops if it cannot be started. */
export async function runProcess(run: ProcessRun): Promise<ProcessEnd> {
  const { words, folder, environment, output } = run;
  const [program] = words;
  const start = performance.now();
  const written = output === null ? 'ignore' : 'pipe';
  const apart = startedFrom(words, environment);
  const child = spawn(apart.path, apart.words, {
    ...apart.options,
    cwd: folder,
    env: { ...environment },
    stdio: ['ignore', written, written],
  });
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of streams) output?.take(stream);
  const closed = Promise.all(streams.map((stream) => new Promise<void>((resolve) => stream.once('close', resolve))));
  const forget = endingWithUs(child);
  const limits = new Limits(child, run);
  try {
    const [exitCode, signal] = await endOf(child, program);
    endGroup(child, 'SIGKILL');
    const stopDraining = limitTime(DRAIN_MS, () => {
      for (const stream of streams) stream.destroy();
    });
    await closed;
    stopDraining();
    const seconds = Math.round(performance.now() - start) / 1_000;
    return { exitCode, signal, seconds, timedOut: limits.isOver };
  } finally {
    limits.end();
    forget();
  }
}

/** POSIX looks for the program itself; on Windows, only for one that ends in `.exe`. */
function startedFrom([program, ...rest]: ProcessRun['words'], environment: PlainEnvironment): Startable {
  const found =
    process.platform === 'win32'
      ? resolveOnWindows(program, { path: inAnyCase(environment, 'PATH'), endings: inAnyCase(environment, 'PATHEXT') })
      : ({ kind: 'found', path: program } as const);
  if (found.kind !== 'found') return notStarted(program, 'ENOENT');
  return startable(found.path, rest) ?? notStarted(program, 'EINVAL');
}

function inAnyCase(variables: PlainEnvironment, name: string): string {
  return Object.entries(variables).find(([one]) => one.toUpperCase() === name)?.[1] ?? '';
}

function endOf(child: ChildProcess, program: string): Promise<readonly [number | null, string | null]> {
  return new Promise((resolve, reject) => {
    child.once('exit', (exitCode, signal) => resolve([exitCode, signal]));
    child.once('error', (error) => {
      try {
        notStarted(program, codeOf(error) ?? '');
      } catch (failure) {
        reject(failure);
      }
    });
  });
}

function notStarted(command: string, code: string): never {
  if (code === 'ENOENT') return fail(delivery.E1205({ command }));
  if (code === 'E2BIG') return fail(delivery.E1207({ command }));
  return fail(delivery.E1206({ command, reason: reasonOf(code) }));
}

/** What ends a process: the time it may take, and whoever asked for it. First it may tidy up. */
class Limits {
  isOver = false;
  readonly #child: ChildProcess;
  readonly #signal: AbortSignal;
  readonly #stops: (() => void)[] = [];
  readonly #stop = () => {
    endGroup(this.#child, 'SIGTERM');
    this.#stops.push(limitTime(PROGRAM_GRACE_MS, () => endGroup(this.#child, 'SIGKILL')));
  };

  constructor(child: ChildProcess, { signal, timeoutSeconds }: ProcessRun) {
    this.#child = child;
    this.#signal = signal;
    const late = () => {
      this.isOver = true;
      this.#stop();
    };
    this.#stops.push(limitTime(timeoutSeconds * 1_000, late));
    if (signal.aborted) this.#stop();
    else signal.addEventListener('abort', this.#stop, { once: true });
  }

  end(): void {
    this.#signal.removeEventListener('abort', this.#stop);
    for (const stop of this.#stops) stop();
  }
}

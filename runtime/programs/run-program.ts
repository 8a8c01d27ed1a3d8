/**
 * Runs a program to its end by `node:child_process`, which both runtimes have. It gets a session of its own: no terminal
 * that it could ask on or that could stop it, and a process group that can be ended as a whole.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { closeSync } from 'node:fs';
import { namelessFile } from '../files/nameless-file.js';
import { codeOf } from '../files/system-reason.js';
import { limitTime } from '../limit-time.js';
import type { Environment } from '../values/environment.js';
import { decodeUtf8 } from '../values/utf8.js';
import { BoundedOutput } from './bounded-output.js';
import { PROGRAM_GRACE_MS } from './grace.js';
import type { ProgramOutcome, ProgramRun } from './programs.js';

/** For output that is still on its way when the program has ended. What it left in the background may hold its streams open for ever. */
const DRAIN_MS = 2_000;

export function runProgram(run: ProgramRun): Promise<ProgramOutcome> {
  if (run.signal.aborted) return Promise.resolve({ kind: 'given up' });
  const child = startedBy(run);
  return child instanceof Error ? Promise.resolve(notStarted(child)) : new Run(child, run).outcome();
}

function startedBy(run: ProgramRun): ChildProcess | Error {
  let file: number | null = null;
  try {
    if (run.inputFrom === 'file' && run.input !== undefined) file = namelessFile(run.input);
    return spawn(run.path, run.words, {
      cwd: run.folder,
      env: textual(run.environment),
      stdio: [file ?? (run.input === undefined ? 'ignore' : 'pipe'), 'pipe', 'pipe'],
      detached: true,
      windowsHide: true,
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    if (file !== null) closeSync(file);
  }
}

function notStarted(error: unknown): ProgramOutcome {
  return { kind: 'not started', code: codeOf(error) ?? 'EINVAL' };
}

/** One program on its way. If we end it, the reason is its outcome: what it printed by then is cut. */
class Run {
  readonly #child: ChildProcess;
  readonly #run: ProgramRun;
  readonly #stdout: BoundedOutput;
  readonly #stderr: BoundedOutput;
  #limits: (() => void)[] = [];
  readonly #giveUp = () => this.#stop({ kind: 'given up' });
  #stopped: ProgramOutcome | null = null;

  constructor(child: ChildProcess, run: ProgramRun) {
    const { stdoutBytes, stderrBytes } = run.limits;
    this.#child = child;
    this.#run = run;
    this.#stdout = new BoundedOutput(child.stdout, stdoutBytes, () => this.#stop(tooMuch('stdout')));
    this.#stderr = new BoundedOutput(child.stderr, stderrBytes, () => this.#stop(tooMuch('stderr')));
  }

  async outcome(): Promise<ProgramOutcome> {
    const { signal, limits, input } = this.#run;
    // One call may have many programs run, and Node takes more than ten listeners for a leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', this.#giveUp);
    running.add(this.#child);
    this.#after(limits.deadlineMs, () => this.#stop({ kind: 'too late' }));
    // A program may end, or close its input, without reading all of it. Whether that matters, its status tells.
    this.#child.stdin?.on('error', () => {});
    this.#child.stdin?.end(input);
    try {
      return await this.#ended();
    } finally {
      signal.removeEventListener('abort', this.#giveUp);
      running.delete(this.#child);
      this.#endLimits();
      for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream?.destroy();
      // The program has ended; what it started may not have.
      if (this.#stopped !== null) endGroup(this.#child, 'SIGKILL');
    }
  }

  #ended(): Promise<ProgramOutcome> {
    return new Promise((resolve) => {
      this.#child.on('error', (error) => resolve(notStarted(error)));
      this.#child.on('exit', (status, signal) => {
        const end = () => resolve(this.#stopped ?? this.#outcomeOf(status, signal));
        this.#endLimits();
        if (this.#stopped !== null) end();
        this.#child.on('close', end);
        this.#after(DRAIN_MS, end);
      });
    });
  }

  #outcomeOf(status: number | null, signal: string | null): ProgramOutcome {
    const stderr = this.#stderr.bytes();
    const { isWhole } = this.#stdout;
    if (status === null) return { kind: 'killed', signal: signal ?? 'a signal', stdout: this.#stdout.bytes(), stderr };
    return { kind: 'ended', status, stdout: this.#stdout.bytes(), isWhole, stderr };
  }

  #stop(why: ProgramOutcome): void {
    if (this.#stopped !== null) return;
    this.#stopped = why;
    endGroup(this.#child, 'SIGTERM');
    this.#after(PROGRAM_GRACE_MS, () => endGroup(this.#child, 'SIGKILL'));
  }

  #after(ms: number, work: () => void): void {
    this.#limits.push(limitTime(ms, work));
  }

  #endLimits(): void {
    for (const end of this.#limits) end();
    this.#limits = [];
  }
}

function tooMuch(stream: 'stdout' | 'stderr'): ProgramOutcome {
  return { kind: 'too much', stream };
}

/** Programs have sessions of their own, so that what ends us by our terminal does not end them. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) endGroup(child, 'SIGTERM');
});

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // No process of it is left.
  }
}

function textual(environment: Environment): Record<string, string> {
  const variables: Record<string, string> = Object.create(null);
  for (const [name, bytes] of environment) {
    const value = decodeUtf8(bytes);
    if (value !== null) variables[name] = value;
  }
  return variables;
}

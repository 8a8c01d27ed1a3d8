/**
 * Runs a program to its end by execa, which starts it, writes its input and waits for its output and its end. What execa does not do is
 * here (runtime/README.md has the measurements): a program is ended with its whole process group, also where its output reaches the limit,
 * and what it left in the background with its output is not waited for.
 */
import { setMaxListeners } from 'node:events';
import { closeSync } from 'node:fs';
import { execa, type Options, type Result, type ResultPromise } from 'execa';
import { namelessFile } from '../files/nameless-file.js';
import { codeOf } from '../files/system-reason.js';
import { limitTime } from '../limit-time.js';
import type { Environment } from '../values/environment.js';
import { decodeUtf8 } from '../values/utf8.js';
import { BoundedOutput } from './bounded-output.js';
import { PROGRAM_GRACE_MS } from './grace.js';
import { endGroup, endingWithUs } from './process-groups.js';
import type { ProgramOutcome, ProgramRun } from './programs.js';
import { startable } from './startable.js';

/** For output that is still on its way when the program has ended. What it left in the background may hold its streams open for ever. */
const DRAIN_MS = 2_000;

const ALWAYS: Options = {
  extendEnv: false,
  // What execa keeps of the output, it repeats in the message of an error.
  buffer: false,
  reject: false,
  // Left out, `NODE_DEBUG=execa` in the environment would have arguments and output printed.
  verbose: 'none',
};

const VERBATIM: Options = { windowsVerbatimArguments: true };

export async function runProgram(run: ProgramRun): Promise<ProgramOutcome> {
  if (run.signal.aborted) return { kind: 'given up' };
  try {
    return await new Run(startedBy(run), run).outcome();
  } catch (error) {
    return notStarted(error);
  }
}

function startedBy(run: ProgramRun): ResultPromise {
  const { path, words, isVerbatim, folder, environment, input, inputFrom } = run;
  const variables = textual(environment);
  const apart = startable(path, words);
  if (apart === null) throw Object.assign(new Error('a line end for a batch file'), { code: 'EINVAL' });
  const options: Options = { ...ALWAYS, ...apart.options, ...(isVerbatim && VERBATIM), cwd: folder, env: variables };
  const start = (stdin: Options) => execa<Options>(apart.path, apart.words, { ...options, ...stdin });
  if (input === undefined) return start({ stdin: 'ignore' });
  if (inputFrom !== 'file') return start({ input });
  const file = namelessFile(input, variables);
  try {
    // execa passes on every descriptor; its types have those below ten.
    return start({ stdin: file as 9 });
  } finally {
    closeSync(file);
  }
}

function notStarted(error: unknown): ProgramOutcome {
  return { kind: 'not started', code: codeOf(error) ?? 'EINVAL' };
}

/** One program on its way. If we end it, the reason is its outcome: what it printed by then is cut. */
class Run {
  readonly #program: ResultPromise;
  readonly #run: ProgramRun;
  readonly #stdout: BoundedOutput;
  readonly #stderr: BoundedOutput;
  #limits: (() => void)[] = [];
  readonly #giveUp = () => this.#stop({ kind: 'given up' });
  #stopped: ProgramOutcome | null = null;

  constructor(program: ResultPromise, run: ProgramRun) {
    const { stdoutBytes, stderrBytes } = run.limits;
    this.#program = program;
    this.#run = run;
    this.#stdout = new BoundedOutput(program.stdout, stdoutBytes, () => this.#stop(tooMuch('stdout')));
    this.#stderr = new BoundedOutput(program.stderr, stderrBytes, () => this.#stop(tooMuch('stderr')));
  }

  async outcome(): Promise<ProgramOutcome> {
    const { signal, limits } = this.#run;
    // One call may have many programs run, and Node takes more than ten listeners for a leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', this.#giveUp);
    const ended = endingWithUs(this.#program);
    this.#after(limits.deadlineMs, () => this.#stop({ kind: 'too late' }));
    this.#program.on('exit', () => this.#drain());
    try {
      const result = await this.#program;
      return this.#stopped ?? this.#outcomeOf(result);
    } finally {
      signal.removeEventListener('abort', this.#giveUp);
      ended();
      this.#endLimits();
      // The program has ended; what it started may not have.
      if (this.#stopped !== null) endGroup(this.#program, 'SIGKILL');
    }
  }

  /** A program may end, or close its input, without reading all of it. Whether that matters, its status tells. */
  #outcomeOf(result: Result): ProgramOutcome {
    const [stdout, stderr] = [this.#stdout.bytes(), this.#stderr.bytes()];
    if (result.signal !== undefined) return { kind: 'killed', signal: result.signal, stdout, stderr };
    const { exitCode: status } = result;
    return status === undefined
      ? notStarted(result)
      : { kind: 'ended', status, stdout, isWhole: this.#stdout.isWhole, stderr };
  }

  /** execa waits until no process has the streams open. */
  #drain(): void {
    this.#endLimits();
    const { stdin, stdout, stderr } = this.#program;
    const close = () => {
      for (const stream of [stdin, stdout, stderr]) stream?.destroy();
    };
    if (this.#stopped === null) this.#after(DRAIN_MS, close);
    else close();
  }

  #stop(why: ProgramOutcome): void {
    if (this.#stopped !== null) return;
    this.#stopped = why;
    endGroup(this.#program, 'SIGTERM');
    this.#after(PROGRAM_GRACE_MS, () => endGroup(this.#program, 'SIGKILL'));
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

function textual(environment: Environment): Record<string, string> {
  const variables: Record<string, string> = Object.create(null);
  for (const [name, bytes] of environment) {
    const value = decodeUtf8(bytes);
    if (value !== null) variables[name] = value;
  }
  return variables;
}

/**
 * A program that serves on its standard streams: started without a shell in a process group of its own, which ends as a whole. It holds
 * this process only while it is used.
 */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { limitTime } from '../limit-time.js';
import { endGroup, endingWithUs } from '../programs/process-groups.js';
import { startable } from '../programs/startable.js';
import type { Streams } from './peer.js';
import { StderrTail } from './stderr-tail.js';

export interface ServerCommand {
  /** Of the executable. */
  readonly path: string;
  readonly words: readonly string[];
  readonly folder: string;
  /** All of its variables. */
  readonly variables: NodeJS.ProcessEnv;
}

/** How the program ended: `status` or `signal`, or the code of the system's error if it was not started. */
export type ProgramEnd =
  | { readonly kind: 'exited'; readonly status: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'not started'; readonly code: string };

/** Of the last that it wrote, no more is kept: enough for a message of why it did not start. */
export const STDERR_BYTES = 65_536;
/** What is still in the pipes once the program has ended has arrived by then, whoever else holds them. */
const DRAIN_MS = 200;

export class ServerProcess implements Streams {
  readonly input: Readable;
  readonly output: Writable;
  /** Resolves when the program itself has ended, and all that it wrote has been read. */
  readonly ended: Promise<ProgramEnd>;
  readonly #child: ChildProcess;
  readonly #streams: readonly (Readable | Writable)[];
  readonly #stderr: StderrTail;
  readonly #forget: () => void;
  #isHeld = true;

  constructor({ path, words, folder, variables }: ServerCommand) {
    const child = startedApart({ path, words, folder, variables });
    // Without descriptors for pipes, which is reported as an error, it has no streams.
    const streams: Partial<Pick<typeof child, 'stdin' | 'stdout' | 'stderr'>> = child;
    const { stdin = new PassThrough(), stdout = new PassThrough(), stderr = new PassThrough() } = streams;
    this.#child = child;
    this.input = stdout;
    this.output = stdin;
    this.#streams = [stdin, stdout, stderr];
    this.#stderr = new StderrTail(stderr, STDERR_BYTES);
    this.#forget = endingWithUs(child);
    this.ended = new Promise((resolve) => {
      child.on('error', (error: NodeJS.ErrnoException) => {
        this.#gone();
        resolve({ kind: 'not started', code: error.code ?? 'EINVAL' });
      });
      child.on('exit', async (status, signal) => {
        await Promise.all([drained(stdout), drained(stderr)]);
        this.#gone();
        resolve(signal === null ? { kind: 'exited', status: status ?? 0 } : { kind: 'killed', signal });
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The last of what it wrote to its standard error; foreign text, that may hold anything. */
  stderr(): Buffer {
    return this.#stderr.bytes();
  }

  /** Ends the program and what it started. */
  kill(): void {
    endGroup(this.#child, 'SIGKILL');
  }

  /** Whether this process waits for it. Bun counts: what was held twice must be let go twice. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    for (const one of [this.#child, ...this.#streams]) holdOne(one, isHeld);
  }

  #gone(): void {
    this.kill();
    this.#forget();
    for (const stream of this.#streams) stream.destroy();
  }
}

function startedApart({ path, words, folder, variables }: ServerCommand): ChildProcessWithoutNullStreams {
  const apart = startable(path, words) ?? { path, words, options: {} };
  return spawn(apart.path, apart.words, { ...apart.options, cwd: folder, env: variables, stdio: 'pipe' });
}

/** Reads to the end of it. A process that the program left behind may have it open for ever. */
function drained(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) return resolve();
    // It may be paused for what the program does not read, which has ended.
    stream.resume();
    const endLimit = limitTime(DRAIN_MS, () => stream.destroy());
    stream.once('close', () => {
      endLimit();
      resolve();
    });
  });
}

/** Streams of a child process are sockets, which their types do not say. */
function holdOne(one: object, isHeld: boolean): void {
  const { ref, unref }: { ref?: unknown; unref?: unknown } = one;
  const change = isHeld ? ref : unref;
  if (typeof change === 'function') change.call(one);
}

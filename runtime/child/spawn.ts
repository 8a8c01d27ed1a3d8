/** Runs a command beside this process, passes signals on, and gives back how it ended. */
import type { ChildProcess, StdioOptions } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { ChildOutcome } from './child-outcome.js';
import { forwardSignals } from './forward-signals.js';
import { resolveCommand } from './resolve-command.js';

export interface SpawnRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** Open descriptors from 3 on that the child gets under the same numbers. */
  readonly descriptors: readonly number[];
  /** Text the child reads on a descriptor from 3 on. */
  readonly feed?: { readonly descriptor: number; readonly text: string };
}

/** Standard input, output and error are the child's own; nothing passes through us. Never throws. */
export async function spawnCommand(request: SpawnRequest): Promise<ChildOutcome> {
  const outcome = await start(request);
  return typeof outcome === 'string' ? explain(outcome, request) : outcome;
}

/** The outcome, or the system's code for why there is no child. */
function start(request: SpawnRequest): Promise<ChildOutcome | string> {
  const { command, args, variables, feed } = request;
  // Loaded here, for it takes two milliseconds, and a process that becomes its command never needs it.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const follow = forwardSignals();
  try {
    const child = spawn(command, args, { stdio: streamsOf(request), env: variables });
    follow(child);
    if (feed !== undefined) feedTo(child, feed);
    return endOf(child);
  } catch (error) {
    return Promise.resolve(codeOf(error));
  }
}

/** By number; `ignore` leaves a number from 3 on as it is. */
function streamsOf({ descriptors, feed }: SpawnRequest): StdioOptions {
  if (descriptors.length === 0 && feed === undefined) return 'inherit';
  const streams: ('inherit' | 'ignore' | 'pipe')[] = ['inherit', 'inherit', 'inherit'];
  const highest = Math.max(...descriptors, feed?.descriptor ?? 0);
  for (let number = 3; number <= highest; number++) streams.push(descriptors.includes(number) ? 'inherit' : 'ignore');
  if (feed !== undefined) streams[feed.descriptor] = 'pipe';
  return streams;
}

function endOf(child: ChildProcess): Promise<ChildOutcome | string> {
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve({ kind: 'ended', exitCode: code ?? 128 + numberOf(signal) }));
    // Also emitted when a signal cannot be passed on (a child of another user): that child goes on, and so do we.
    child.on('error', (error) => {
      if (child.pid === undefined) resolve(codeOf(error));
    });
  });
}

function numberOf(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : process.getBuiltinModule('node:os').constants.signals[signal];
}

/** A child that ends without reading is no trouble of ours: its exit code says what it thought of it. */
function feedTo(child: ChildProcess, { descriptor, text }: NonNullable<SpawnRequest['feed']>): void {
  // The types know of five streams; there are as many as were asked for, and this one can be written to.
  const streams: readonly unknown[] = child.stdio;
  const stream = streams[descriptor] as Writable;
  stream.on('error', () => {});
  stream.end(text);
}

/** From the system's code to what a person can do something about. */
async function explain(code: string, request: SpawnRequest): Promise<ChildOutcome> {
  if (code === 'E2BIG') return { kind: 'too large' };
  const found = resolveCommand(request.command, request.variables['PATH']);
  if (found.kind !== 'found') return found;
  // A script without `#!`: `execvp`, and Node with it, gives it to the shell; Bun does not.
  if (code === 'ENOEXEC' && request.command !== SHELL) {
    return spawnCommand({ ...request, command: SHELL, args: [found.path, ...request.args] });
  }
  return { kind: 'not executable', reason: REASONS.get(code) ?? `the system answered ${code}` };
}

const SHELL = '/bin/sh';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['ENOENT', 'the program that should interpret it does not exist'],
  ['ENOEXEC', 'it is no program of this machine'],
  ['ETXTBSY', 'it is being written'],
  ['EAGAIN', 'the system has no room for another process'],
  ['ENOMEM', 'not enough memory'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files in the system'],
]);

/** The system's code, or Node's own. The error itself goes no further: it can hold the environment. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) throw error;
  return typeof error.code === 'string' && /^[A-Z0-9_]+$/.test(error.code) ? error.code : 'no reason';
}

/** A child started by `node:child_process`, which both runtimes have. */
import type { ChildProcess, StdioOptions } from 'node:child_process';
import type { Writable } from 'node:stream';
import { type ChildOutcome, endedBy } from './child-outcome.js';
import { forwardSignals } from './forward-signals.js';
import type { SpawnRequest } from './spawn.js';

/** The outcome; throws, or rejects with, the system's error where there is no child. */
export function startOnNode(request: SpawnRequest): Promise<ChildOutcome> {
  const { command, args, variables, feed } = request;
  // Loaded here, for it takes two milliseconds, and a process that becomes its command never needs it.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const follow = forwardSignals();
  const child = spawn(command, args, { stdio: streamsOf(request), env: variables });
  follow(child);
  if (feed !== undefined) feedTo(child, feed);
  return endOf(child);
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

function endOf(child: ChildProcess): Promise<ChildOutcome> {
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => resolve(endedBy(code, signal)));
    // Also emitted when a signal cannot be passed on (a child of another user): that child goes on, and so do we.
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
  });
}

/** A child that ends without reading is no trouble of ours: its exit code says what it thought of it. */
function feedTo(child: ChildProcess, { descriptor, text }: NonNullable<SpawnRequest['feed']>): void {
  // The types know of five streams; there are as many as were asked for, and this one can be written to.
  const streams: readonly unknown[] = child.stdio;
  const stream = streams[descriptor] as Writable;
  stream.on('error', () => {});
  stream.end(text);
}

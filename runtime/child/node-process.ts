/** A process started by `node:child_process`, which both runtimes have. */
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { codeOf } from '../files/system-reason.js';
import { type ChildOutcome, endedBy } from './child-outcome.js';
import type { PlainEnvironment } from './plain-environment.js';
import type { ChildOutput } from './start.js';

/** What Node starts. */
export interface NodeStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly variables: PlainEnvironment;
  /** Open descriptors from 3 on that the child gets under the same numbers. */
  readonly descriptors: readonly number[];
  readonly output: ChildOutput;
}

/** The result of `work`, or the system's code where it throws or rejects with one. The error itself can hold the environment. */
export async function startedOr<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return code;
  }
}

/** `feed` is a descriptor that the child can be written to on. */
export function startProcess(start: NodeStart, feed?: number): ChildProcess {
  // Loaded here, for it takes two milliseconds.
  const { spawn } = process.getBuiltinModule('node:child_process');
  return spawn(start.command, start.args, { stdio: streamsWith(start, feed), env: start.variables });
}

function streamsWith(start: NodeStart, feed: number | undefined): StdioOptions {
  const streams: (number | 'ignore' | 'pipe')[] = [...streamsFor(start)];
  if (feed === undefined) return streams;
  while (streams.length < feed) streams.push('ignore');
  streams[feed] = 'pipe';
  return streams;
}

/** By number: the descriptor of this process that the child gets, or `ignore`, which leaves a number from 3 on as it is. */
export function streamsFor({ descriptors, output }: NodeStart): readonly (number | 'ignore')[] {
  const streams: (number | 'ignore')[] = [0, output.stdout, output.stderr];
  const highest = Math.max(0, ...descriptors);
  for (let number = 3; number <= highest; number++) streams.push(descriptors.includes(number) ? number : 'ignore');
  return streams;
}

export function endOf(child: ChildProcess): Promise<ChildOutcome> {
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => resolve(endedBy(code, signal)));
    // Also emitted when a signal cannot be passed on (a child of another user): that child continues, and so does the tool.
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
  });
}

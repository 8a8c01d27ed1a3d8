/** Runs the command of `run`. */
import { type Entries, valueIn } from '../inputs/environment.js';
import { resolveCommand } from '../programs/resolve-command.js';
import type { ChildOutcome } from './child-outcome.js';
import { endWitness } from './forward-signals.js';
import { rawArguments } from './raw-arguments.js';
import type { ChildOutput, ChildStart } from './start.js';

export interface ChildRequest {
  /** As typed; looked for in the PATH of `environment`. */
  readonly command: string;
  /** The last arguments of this process, as the runtime decoded them. */
  readonly args: readonly string[];
  /** The whole environment of the child, made by `childEnvironment`. */
  readonly environment: Entries;
  /** From `inheritedDescriptors`, called before anything was opened. */
  readonly descriptors: readonly number[];
  /** Where it writes: by default, where this process does. */
  readonly output?: ChildOutput;
  /** True where this process has work left while the child runs or after it. */
  readonly isParentNeeded?: boolean;
  /** Called once the command is found, before it is started. */
  readonly onStart?: (start: ChildStart) => Promise<void>;
}

const OWN_OUTPUT: ChildOutput = { stdout: 1, stderr: 2 };

/**
 * Does not return where this process becomes the command: everything must have been written and closed before. Else
 * standard streams are the child's, signals are passed on (semantics 6.2), and the outcome is how it ended. Throws
 * only what `onStart` throws; the caller must not have touched `process.stdin`.
 */
export async function runChild(request: ChildRequest): Promise<ChildOutcome> {
  const { command, args, environment, descriptors, output = OWN_OUTPUT, isParentNeeded = false } = request;
  const words = rawArguments([command, ...args]);
  const found = resolveCommand(words[0], valueIn(environment, 'PATH'), valueIn(environment, 'PATHEXT'));
  if (found.kind !== 'found') return found;
  const { startCommand } = await import('./start.js');
  const start = { path: found.path, words, environment, descriptors, output, isParentNeeded };
  await request.onStart?.(start);
  const outcome = await startCommand(start);
  await endWitness();
  return outcome;
}

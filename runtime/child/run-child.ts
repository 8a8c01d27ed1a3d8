/** Runs the command of `run` in the cheapest way that keeps its promises: become it, spawn it, or go through a shell. */
import type { Variables } from '../inputs/environment.js';
import { become, canBecome } from './become.js';
import type { ChildOutcome } from './child-outcome.js';
import { rawArguments } from './raw-arguments.js';
import { resolveCommand } from './resolve-command.js';

export interface ChildRequest {
  /** As typed; looked for in the PATH of `variables`. */
  readonly command: string;
  /** The last arguments of this process, as Node decoded them. */
  readonly args: readonly string[];
  /** The whole environment of the child, made by `childEnvironment`. */
  readonly variables: Variables;
  /** From `inheritedDescriptors`, asked before anything was opened. They are kept by spawning, for `execve` would lose them. */
  readonly descriptors: readonly number[];
  /** True where this process has work left while the child runs or after it. */
  readonly isParentNeeded?: boolean;
}

/**
 * Does not return where this process becomes the command: everything must have been written and closed before. Else
 * standard streams are the child's, TERM, INT and HUP are passed on (semantics 6.2), and the outcome tells how it
 * ended. Never throws; whoever calls it must not have touched `process.stdin`.
 */
export async function runChild(request: ChildRequest): Promise<ChildOutcome> {
  const { command, args, variables, descriptors, isParentNeeded } = request;
  const words = rawArguments([command, ...args]);
  if (variables.raw.size > 0 || words.some((word) => typeof word !== 'string')) {
    const { runThroughShell } = await import('./raw-environment.js');
    return runThroughShell({ words, variables, descriptors });
  }
  if (isParentNeeded !== true && descriptors.length === 0 && canBecome()) {
    const found = resolveCommand(command, variables.texts['PATH']);
    if (found.kind !== 'found') return found;
    become(found.path, [command, ...args], variables.texts);
  }
  const { spawnCommand } = await import('./spawn.js');
  return spawnCommand({ command, args, variables: variables.texts, descriptors });
}

/** Runs a command beside this process, passes signals on, and gives back how it ended. */
import { codeOf, reasonOf } from '../files/system-reason.js';
import type { ChildOutcome } from './child-outcome.js';
import { bunSpawn, startOnBun } from './on-bun.js';
import { startOnNode } from './on-node.js';
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

/** Standard input, output and error are the child's own; nothing passes through us. What cannot be started is an outcome, too. */
export async function spawnCommand(request: SpawnRequest): Promise<ChildOutcome> {
  const outcome = await start(request);
  return typeof outcome === 'string' ? explain(outcome, request) : outcome;
}

/** The outcome, or the system's code for why there is no child. */
async function start(request: SpawnRequest): Promise<ChildOutcome | string> {
  const isPlain = request.descriptors.length === 0 && request.feed === undefined;
  const spawn = isPlain ? bunSpawn() : null;
  try {
    return await (spawn === null ? startOnNode(request) : startOnBun(request, spawn));
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    // The error itself goes no further: it can hold the environment.
    return code;
  }
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
  return { kind: 'not executable', reason: REASONS.get(code) ?? reasonOf(code) };
}

const SHELL = '/bin/sh';

/** What the system's codes mean here and nowhere else. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'the program that should interpret it does not exist'],
  ['ENOEXEC', 'it is no program of this machine'],
  ['ETXTBSY', 'it is being written'],
  ['EAGAIN', 'the system has no room for another process'],
  ['ENOMEM', 'not enough memory'],
]);

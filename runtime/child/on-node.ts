/** A command started by Node: directly, with the class of `node:child_process` or the module itself, or where that would change something, by a helper. */
import { existsSync } from 'node:fs';
import { textOf } from '../values/byte-string.js';
import type { ChildOutcome } from './child-outcome.js';
import { type FileLimit, limitOfParent } from './file-limit.js';
import { forwardSignals } from './forward-signals.js';
import { endOf, type NodeStart, startedOr, startProcess } from './node-process.js';
import { plainEnvironment } from './plain-environment.js';
import { type Started, startByHandle } from './process-handle.js';
import type { ChildStart } from './start.js';

/** A program of util-linux. It changes a limit and nothing else, and takes half the time of perl. */
const PRLIMIT = '/usr/bin/prlimit';

/**
 * The outcome, or the system's error code if the child could not be started. Node's own calls re-encode what is not UTF-8 and cannot
 * set limits; a helper can. Node never becomes the command: where `process.execve` fails, it prints the whole environment.
 */
export async function startOnNode(start: ChildStart): Promise<ChildOutcome | string> {
  const limit = limitOfParent();
  const plain = plainStart(start);
  if (plain !== null && process.pid !== 1) {
    if (limit === null) return startPlain(plain);
    const { isSurelyExecutable } = await import('./executable-image.js');
    if (isSurelyExecutable(start.path) && existsSync(PRLIMIT)) return startPlain(limited(plain, limit));
  }
  const { hasPerl, startByPerl } = await import('./by-perl.js');
  if (hasPerl()) return startByPerl(start, limit);
  if (plain !== null) return startPlain(plain);
  const { startByShell } = await import('./by-shell.js');
  return startByShell(start);
}

/** Null where a part of it is not UTF-8 or not the usual form of an environment. */
function plainStart({ words, environment, descriptors, output }: ChildStart): NodeStart | null {
  const variables = plainEnvironment(environment);
  const [command, ...args] = words.map(textOf);
  if (variables === null || typeof command !== 'string') return null;
  const texts = args.filter((argument) => argument !== null);
  return texts.length === args.length ? { command, args: texts, variables, descriptors, output } : null;
}

function limited({ command, args, ...more }: NodeStart, { soft }: FileLimit): NodeStart {
  return { ...more, command: PRLIMIT, args: [`--nofile=${soft}:`, '--', command, ...args] };
}

function startPlain(start: NodeStart): Promise<ChildOutcome | string> {
  const follow = forwardSignals();
  return startedOr(() => {
    const child = startByHandle(start) ?? startByModule(start);
    follow(child);
    return child.ended;
  });
}

function startByModule(start: NodeStart): Started {
  const child = startProcess(start);
  return { pid: child.pid, kill: (signal) => child.kill(signal), ended: endOf(child) };
}

/** A command started on Windows, where arguments are one line and no program replaces a process. */
import { windowsProgram } from '../files/windows-folder.js';
import { batchCommand, isBatchFile } from '../programs/batch-file.js';
import { endTree } from '../programs/process-tree.js';
import { textOf } from '../values/byte-string.js';
import type { ChildOutcome } from './child-outcome.js';
import { endOf, startedOr } from './node-process.js';
import { plainEnvironment } from './plain-environment.js';
import type { ChildStart } from './start.js';
import { statusOf } from './windows-status.js';

/** What a console sends to all its programs, so that the child has it already. Ours only must not end us. */
const FROM_CONSOLE = ['SIGINT', 'SIGBREAK', 'SIGHUP'] as const;

/** The outcome, or the system's error code if the child could not be started. */
export async function startOnWindows({ path, words, environment, output }: ChildStart): Promise<ChildOutcome | string> {
  const variables = plainEnvironment(environment);
  if (variables === null)
    return { kind: 'not executable', reason: 'Windows takes no variable whose value is not text' };
  const [program, ...args] = [path, ...words.slice(1)].map((word) => textOf(word) ?? word) as [string, ...string[]];
  const isBatch = isBatchFile(program);
  const started = isBatch ? batchCommand(windowsProgram('cmd.exe'), program, args) : { command: program, args };
  if (started === null)
    return { kind: 'not executable', reason: 'a batch file cannot be given a line end in an argument' };
  const { spawn } = process.getBuiltinModule('node:child_process');
  for (const signal of FROM_CONSOLE) process.on(signal, () => {});
  return startedOr(() => {
    const child = spawn(started.command, started.args, {
      stdio: [0, output.stdout, output.stderr],
      env: variables,
      windowsVerbatimArguments: isBatch,
    });
    process.once('SIGTERM', () => child.pid !== undefined && endTree(child.pid));
    const status = statusOf(child.pid);
    return endOf(child).then((outcome) => {
      const exitCode = status();
      return exitCode === null ? outcome : { kind: 'ended', exitCode };
    });
  });
}

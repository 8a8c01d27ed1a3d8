/** The entry of the front: the command line in a process that records, starts the command and does nothing else. */
import './globals.js';
import { main } from '../cli/main.js';
import { processCall } from '../start/process-call.js';
import { beforeCommand } from './before-command.js';
import { host } from './host.js';

/** Nothing has to be finished or cleaned up, so signals end the process as they end any other. */
const interruption = {
  signal: new AbortController().signal,
  isRequested: false,
  uninterruptibly: <T>(work: () => Promise<T>) => work(),
  leavingKeys: <T>(work: () => Promise<T>) => work(),
  takeExitCode: () => null,
  async release() {},
};

void main(process.argv.slice(2), {
  variables: processCall.variables,
  workingFolder: processCall.workingFolder,
  entries: processCall.entries,
  interruption,
  beforeCommand,
}).then(
  (exitCode) => process.exit(exitCode),
  () => host.giveUp(),
);

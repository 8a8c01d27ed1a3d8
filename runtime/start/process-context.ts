/** The context of the command line: this process, and the signals that ask it to end. */
import type { CommandContext } from '../session/call.js';
import { interruption } from './interruption.js';
import { processCall } from './process-call.js';

export const processContext: CommandContext = {
  get variables() {
    return processCall.variables;
  },
  get workingFolder() {
    return processCall.workingFolder;
  },
  entries: processCall.entries,
  interruption,
};

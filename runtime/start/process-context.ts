/** The environment and the working folder of this process, for calls. */
import type { CommandContext } from '../session/call.js';
import { interruption } from './interruption.js';

export const processContext: CommandContext = {
  get variables() {
    return process.env;
  },
  get workingFolder() {
    return process.cwd();
  },
  interruption,
};

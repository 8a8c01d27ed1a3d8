/** Where this process was called. */
import type { CallContext } from '../session/call.js';

export const processContext: CallContext = {
  get variables() {
    return process.env;
  },
  get workingFolder() {
    return process.cwd();
  },
};

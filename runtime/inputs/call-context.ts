/** Where a call is made. All that a call knows of the machine it gets from here: never from the process, which may serve several. */
import type { Variables } from './folders.js';

export interface CallContext {
  /** The variables of the environment, as text. */
  readonly variables: Variables;
  /** Absolute. Reading it throws if the folder was removed. */
  readonly workingFolder: string;
}

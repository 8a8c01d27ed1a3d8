/** Where a call is made. All that a call knows of the machine it gets from here: never from the process, which may serve several. */
import type { Entries } from './environment.js';
import type { Variables } from './folders.js';

export interface CallContext {
  /** The variables of the environment, as text. */
  readonly variables: Variables;
  /** The same as bytes: values need not be UTF-8. Left out: all of them are text. */
  readonly entries?: () => Entries;
  /** Absolute. Reading it throws if the folder was removed. */
  readonly workingFolder: string;
}

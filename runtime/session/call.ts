/** A call: what a person or a program gave. */
import type { Variables } from '../inputs/folders.js';

/** Where a call is made. */
export interface CallContext {
  /** The variables of the environment, as text. */
  readonly variables: Variables;
  /** Absolute. Asking for it throws where the folder is gone. */
  readonly workingFolder: string;
}

/** How a process is asked to end. */
export interface Interruption {
  /** Aborts then. Asking for it has the process listen to signals; before, they end it at once. */
  readonly signal: AbortSignal;
  /** Whether the process was asked to end. Asking installs nothing. */
  readonly isRequested: boolean;
  /** Stops listening. Throws where the process was asked to end. */
  release(): void;
}

/** Where a command is called: a process that can be asked to end. */
export interface CommandContext extends CallContext {
  readonly interruption: Interruption;
}

/** As given; null where it was not, so that a variable answers. */
export interface CallOptions {
  /** The manifest: `--file`. */
  readonly file: string | null;
  /** A plan file to execute: `--plan`. */
  readonly planFile: string | null;
  readonly expectHash: string | null;
  readonly profile: string | null;
  /** A store in the place of all others: `--provider`. */
  readonly provider: string | null;
  /** Blank clears what the environment says. */
  readonly scope: string | null;
  readonly reason: string | null;
}

/** A call that says nothing. */
export const NO_OPTIONS: CallOptions = {
  file: null,
  planFile: null,
  expectHash: null,
  profile: null,
  provider: null,
  scope: null,
  reason: null,
};

export interface Call extends CallContext {
  readonly options: CallOptions;
}

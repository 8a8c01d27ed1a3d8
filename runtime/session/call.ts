/** A call: the options that a person or a program gave. */
import type { Policy } from '#schemas/policy.js';
import type { Caller } from '../access/caller.js';
import type { ChildStart } from '../child/start.js';
import type { CallContext } from '../inputs/call-context.js';
import type { Entries } from '../inputs/environment.js';
import type { InlineManifest } from '../inputs/inline-manifest.js';
import type { Narrowing } from '../link/linked-plan.js';

export type { Caller } from '../access/caller.js';
export type { CallContext } from '../inputs/call-context.js';

/** How a process is asked to end. */
export interface Interruption {
  /** Aborts when the process is asked to end. From its first use on, the process listens to signals; before, they end it at once. */
  readonly signal: AbortSignal;
  /** Whether the process was asked to end. Does not start listening. */
  readonly isRequested: boolean;
  /** A signal that comes during the work takes effect after it. Throws if the process was asked to end before. */
  uninterruptibly<T>(work: () => Promise<T>): Promise<T>;
  /** During the work, Ctrl-C and Ctrl-\ are for another program, which has the terminal. */
  leavingKeys<T>(work: () => Promise<T>): Promise<T>;
  /** If the process was asked to end: the exit code that says so, with which it then exits instead of ending by the signal. Null otherwise. */
  takeExitCode(): number | null;
  /** Stops listening. Throws if the process was asked to end until then. */
  release(): Promise<void>;
}

/** Where a command is called: a process that can be asked to end. */
export interface CommandContext extends CallContext {
  readonly entries: () => Entries;
  readonly interruption: Interruption;
  /** Called when the command of `run` is found and nothing is recorded yet: what cannot start it for certain does not return. */
  readonly beforeCommand?: (start: ChildStart) => void;
}

/** As given; null if it was not, so that the variable is used. */
export interface CallOptions {
  /** The manifest: `--file`. */
  readonly file: string | null;
  /** The manifest itself, which is used instead of any file. */
  readonly inline?: InlineManifest;
  /** A plan file to execute: `--plan`. */
  readonly planFile: string | null;
  readonly expectHash: string | null;
  readonly profile: string | null;
  /** A store that replaces all others: `--provider`. */
  readonly provider: string | null;
  /** A blank one clears that of the environment. */
  readonly scope: string | null;
  /** Patterns of names: `--only` and `--except`. */
  readonly narrowing?: Narrowing;
  readonly reason: string | null;
  /** Where neither the call nor `TOOL_REASON` gives one. */
  readonly defaultReason?: string;
  readonly caller: Caller | null;
  /** Policies that values are judged by: `--policy`. */
  readonly policies?: readonly Policy[];
  /** For how long an authorization should hold that a store asks a person for; left out: as the store decides. */
  readonly authorizationMs?: number;
  /** What the manifest makes this machine do must be approved, whatever the user configuration says. */
  readonly requiresTrust?: true;
  /** Each operation uses manifest and user configuration as they are then; left out: as the first operation read them. */
  readonly followsChanges?: true;
}

/** A call without options. */
export const NO_OPTIONS: CallOptions = {
  file: null,
  planFile: null,
  expectHash: null,
  profile: null,
  provider: null,
  scope: null,
  reason: null,
  caller: null,
};

export interface Call extends CallContext {
  readonly options: CallOptions;
}

/** What the base of vendors' programs has to know of one. */
import type { Owned } from '../../programs/foreign-credentials.js';
import type { ProgramLimits } from '../../programs/programs.js';
import type { Call } from '../provider.js';
import type { Failed } from '../store-failure.js';
import type { FailureTable } from './failure-table.js';
import type { Output } from './program-end.js';
import type { Variables } from './program-environment.js';
import type { ProgramSession } from './program-session.js';

/** What it owns of the credentials and sessions in the environment follows from who names it. Left out: none. */
export interface Vendor extends Owned {
  /** As it is found in `PATH`, or an absolute path. */
  readonly name: string;
  /** What messages call it; left out: its name. */
  readonly shown?: string;
  /** Another name of it, which is looked for first. */
  readonly preferred?: string;
  /** What it is called in Windows, whose programs Linux can run in WSL 2: looked for there if there is no other. */
  readonly inWindows?: string;
  /** The variable that says where it is, as an absolute path or another name of it; left out: `PATH` alone does. */
  readonly pathVariable?: string;
  /** What to do if there is none: `install GnuPG (package gnupg)`. */
  readonly install: string;
  /** Variables that it gets besides those of this process. */
  readonly variables?: Variables;
  /** The same for credentials, which are asked for once, when it first runs. They are in no message. */
  readonly secrets?: () => Promise<Secrets | Failed>;
  readonly signIn?: SignInOfProgram;
  /** For a program that stores what it reads: see `ProgramRun`. */
  readonly inputFrom?: 'file';
  /** For a program that may take longer than a person takes to unlock something, or prints less than a store does. */
  readonly limits?: Partial<ProgramLimits>;
  /** Left out: its words are all that is known. */
  readonly failures?: FailureTable;
}

export interface Secrets {
  readonly kind: 'secrets';
  readonly variables: Variables;
}

export interface SignInOfProgram {
  /** What it depends on besides the program and its variables, such as the account among its arguments. */
  readonly of: string;
  /** `run`: the program as it is before. Nothing is asked on a terminal but by the vendor's own program. */
  readonly begin: (run: RunsProgram, call: Call) => Promise<ProgramSession | Failed>;
}
export type RunsProgram = (words: readonly string[], input?: Uint8Array) => Promise<Output | Failed>;

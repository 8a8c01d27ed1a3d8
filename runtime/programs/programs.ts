/** Programs of other vendors: the port that providers, generators and helpers are given. */
import type { Environment } from '../values/environment.js';

export interface Programs {
  /**
   * Where the PATH of this environment leads, as an absolute path. Relative entries, and the empty one, are passed over:
   * what they mean depends on the working folder, which may be a checkout.
   */
  find(name: string, environment: Environment): Promise<FoundProgram | NoProgram>;
  /**
   * Runs a program that was found, to its end: no shell, a session of its own without a terminal. Never throws. A program
   * that is ended takes all of its process group along.
   */
  run(run: ProgramRun): Promise<ProgramOutcome>;
}

export interface FoundProgram {
  readonly kind: 'found';
  readonly path: string;
}
export interface NoProgram {
  readonly kind: 'not found' | 'not executable';
}

export interface ProgramRun {
  /** As `find` gave it. */
  readonly path: string;
  /** Without the program's own name. Never a secret: every user of the machine can read arguments. */
  readonly words: readonly string[];
  /** On Windows, where a program gets one line: the words are in it as they are, for one that reads the line by rules of its own. */
  readonly isVerbatim?: boolean;
  /** All of it. A variable that is not UTF-8 is left out: neither runtime can pass it on unchanged. */
  readonly environment: Environment;
  readonly folder: string;
  /** What it reads from its standard input; left out: nothing, from `/dev/null`. */
  readonly input?: Uint8Array;
  /**
   * `file`: the input is complete before the program starts, in a file without a name. For programs that store what they read:
   * the end of a pipe is also where its writer was killed. Left out: a pipe.
   */
  readonly inputFrom?: 'file' | undefined;
  readonly limits: ProgramLimits;
  /** Ends the program. */
  readonly signal: AbortSignal;
}
export interface ProgramLimits {
  readonly deadlineMs: number;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
}

export type ProgramOutcome =
  | {
      readonly kind: 'ended';
      readonly status: number;
      readonly stdout: Buffer;
      /** False: another process still holds the output, so more of it may be on its way. */
      readonly isWhole: boolean;
      readonly stderr: Buffer;
    }
  /** By a signal that is not ours. */
  | { readonly kind: 'killed'; readonly signal: string; readonly stdout: Buffer; readonly stderr: Buffer }
  /** `code` is the system's: `EACCES`. */
  | { readonly kind: 'not started'; readonly code: string }
  /** It printed more than the limit, and was ended. */
  | { readonly kind: 'too much'; readonly stream: 'stdout' | 'stderr' }
  /** Its time was over, and it was ended. */
  | { readonly kind: 'too late' }
  /** The call was given up, and with it the program. */
  | { readonly kind: 'given up' };

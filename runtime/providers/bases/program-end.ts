/** How a vendor's program ended. */
import { reasonOf } from '../../files/system-reason.js';
import type { ProgramOutcome } from '../../programs/programs.js';
import { type Failed, failed } from '../store-failure.js';
import type { ProgramSession } from './program-session.js';

/** A run that ended by itself, with any status. */
export interface Ended {
  readonly kind: 'ended';
  readonly status: number;
  readonly stdout: Buffer;
  /** False: `stdout` may be cut, and must not be used as a value. What the program did is done. */
  readonly isWhole: boolean;
  /** Text of a vendor, not cleaned. Never shown as it is: see `saying`. */
  readonly stderr: string;
  /** What its words must not show, in lines: its input, if that is secret, and its secrets. */
  readonly hidden: string;
  /** As which it was signed in. */
  readonly session?: ProgramSession | undefined;
}
/** All that a program printed that succeeded. */
export interface Output {
  readonly kind: 'output';
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** All that the program printed, or why that is not known. */
export function wholeOutput({ stdout, isWhole }: Ended): Buffer | Failed {
  return isWhole ? stdout : failed('malformed', 'the output of the program may be cut: another process holds it open');
}

/** Why it did not end by itself. */
export function cutShort(shown: string, outcome: Exclude<ProgramOutcome, { kind: 'ended' }>): Failed {
  switch (outcome.kind) {
    case 'not started':
      return failed('failed', `${shown} could not be started: ${reasonOf(outcome.code)}`);
    case 'killed':
      return failed('failed', `${shown} was ended by ${outcome.signal}`);
    case 'too much':
      return failed('malformed', `${shown} printed too much`);
    case 'too late':
      return failed('timeout', `${shown} did not end in time`, `check whether ${shown} waits for an answer`);
    case 'given up':
      return failed('timeout', `${shown} was ended, because the call was given up`);
  }
}

/** How a child ended, or why it was never started. */
import type { NotStarted } from '../programs/resolve-command.js';

export type ChildOutcome =
  /** Its exit code; 128+n when signal n ended it. */
  { readonly kind: 'ended'; readonly exitCode: number } | NotStarted;

/** What Node says of a child that has ended: its exit code, or the name of the signal that ended it. */
export function endedBy(exitCode: number | null, signal: NodeJS.Signals | null): ChildOutcome {
  return { kind: 'ended', exitCode: exitCode ?? 128 + numberOf(signal) };
}

/** What the system says of it: the status as of `waitpid`. */
export function endedWith(status: number): ChildOutcome {
  const signal = status & 0x7f;
  return { kind: 'ended', exitCode: signal === 0 ? (status >> 8) & 0xff : 128 + signal };
}

function numberOf(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : process.getBuiltinModule('node:os').constants.signals[signal];
}

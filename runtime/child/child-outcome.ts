/** How a child ended, or why it was never started. */

export type ChildOutcome =
  /** Its exit code; 128+n when signal n ended it. */
  { readonly kind: 'ended'; readonly exitCode: number } | NotStarted;

export type NotStarted =
  /** The shell's 127. */
  | { readonly kind: 'not found' }
  /** The shell's 126. The reason is ours and holds no value: "it is a folder". */
  | { readonly kind: 'not executable'; readonly reason: string }
  /** Arguments and environment exceed what the system takes. */
  | { readonly kind: 'too large' };

/** What a runtime says of a child that has ended: its exit code, or the signal that ended it, by number where it has no name. */
export function endedBy(exitCode: number | null, signal: NodeJS.Signals | number | null): ChildOutcome {
  return { kind: 'ended', exitCode: exitCode ?? 128 + numberOf(signal) };
}

function numberOf(signal: NodeJS.Signals | number | null): number {
  if (signal === null || typeof signal === 'number') return signal ?? 0;
  return process.getBuiltinModule('node:os').constants.signals[signal];
}

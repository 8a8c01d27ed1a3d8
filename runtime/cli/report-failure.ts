/** How the failure of a call is reported, and with which code the process exits. */
import { Failure, UsageError } from '../failure.js';
import type { CommandContext } from '../session/call.js';
import type { Called } from './called.js';
import { FAILURE, USAGE } from './exit-codes.js';
import { dieOfPipe, OutputFault, ReaderIsGone } from './output.js';
import { printBug, printFailure, printUsage } from './print-failure.js';

/** If the working folder was removed, relative paths cannot be resolved, and the code that needed one has thrown. */
async function understood(error: unknown): Promise<unknown> {
  if (error instanceof OutputFault) {
    const { delivery } = await import('#schemas/diagnostics/E12-delivery.js');
    return new Failure([delivery.E1208({ path: 'standard output', reason: error.reason })]);
  }
  const isGone = typeof error === 'object' && error !== null && 'syscall' in error && error.syscall === 'uv_cwd';
  if (!isGone) return error;
  const { inheritance } = await import('#schemas/diagnostics/E03-inheritance.js');
  return new Failure([inheritance.E0309({})]);
}

export async function report(thrown: unknown, called: Called, context: CommandContext): Promise<number> {
  if (thrown instanceof ReaderIsGone) dieOfPipe();
  const error = await understood(thrown);
  // The failure comes from the aborted work; the process ends by the signal that was received.
  if (context.interruption.isRequested) return FAILURE;
  if (error instanceof UsageError) {
    printUsage(error);
    return USAGE;
  }
  if (error instanceof Failure) {
    await printFailure(error, called, context);
    return error.exitCode;
  }
  printBug(error);
  return FAILURE;
}

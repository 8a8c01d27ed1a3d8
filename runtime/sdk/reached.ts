/** Work of another process whose failures become errors of the library. */
import { ConnectionLost } from '../json-rpc/connect.js';
import type { ProgramEnd } from '../json-rpc/server-process.js';
import { WireError } from '../json-rpc/wire-error.js';
import { ToolError, type ToolErrorKind } from './errors.js';
import { understoodError } from './understood.js';

/** The result of the work. What it rejects with otherwise is an error of the library, or the reason of the signal. */
export async function reached<T>(signal: AbortSignal | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await understoodError(signal, asLibraryError(error));
  }
}

function asLibraryError(error: unknown): unknown {
  if (error instanceof WireError) return ofAnswer(error);
  return error instanceof ConnectionLost ? ofLoss(error) : error;
}

/** The other side says no more than a kind and a code: `tool explain` has the words. */
function ofAnswer({ kind, diagnosticCode: code, message }: WireError): ToolError {
  const cause = code === null ? '' : `, ${code}: \`tool explain ${code}\` says more`;
  return new ToolError(`the process of the session answered: ${message}${cause}`, {
    kind: kind as ToolErrorKind,
    code,
  });
}

function ofLoss({ message, program, wasOpen }: ConnectionLost): ToolError {
  const end = program === null ? '' : ` (${endOf(program)})`;
  return new ToolError(`the session ${wasOpen ? 'is lost' : 'could not be opened'}: ${message}${end}`, {
    kind: 'unavailable',
  });
}

function endOf(program: ProgramEnd): string {
  switch (program.kind) {
    case 'exited':
      return `its process ended with exit code ${program.status}`;
    case 'killed':
      return `its process was ended by ${program.signal}`;
    case 'not started':
      return `its process could not be started: ${program.code}`;
  }
}

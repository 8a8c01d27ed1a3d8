/** Failures as a client may see them: their kind and the code of their first diagnostic, never text of a store, a manifest or a value. */
import type { ErrorKind } from '#schemas/diagnostics/diagnostic.js';
import { Failure, UsageError } from '../failure.js';
import { isWireKind, type WireKind } from '../json-rpc/kinds.js';
import { WireError } from '../json-rpc/wire-error.js';

/** `internal` for what should not happen. */
export function asWireError(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (error instanceof UsageError) return new WireError('operation_failed');
  if (!(error instanceof Failure)) return new WireError('internal');
  const [first] = error.diagnostics;
  if (first === undefined) return new WireError('operation_failed');
  return new WireError(wireKindOf(first.kind), { diagnosticCode: first.code });
}

/** A kind that an external provider has answered with is passed on. */
function wireKindOf(kind: ErrorKind): WireKind {
  switch (kind) {
    case 'reason_required':
    case 'prompt_unavailable':
      return 'interaction_required';
    case 'produced_value_write_refused':
    case 'not_trusted':
      return 'permission_denied';
    default:
      return isWireKind(kind) ? kind : 'operation_failed';
  }
}

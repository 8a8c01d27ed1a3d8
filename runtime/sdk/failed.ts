/** Failures of a session as errors of the library. Their texts hold no value, and nothing of the error that they were made of goes with them. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { withEachText, withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { Failure, ManifestFailure, UsageError } from '../failure.js';
import { bugIn } from '../bug.js';
import { ManifestError, MissingRequiredError, ToolError } from './errors.js';

/** What the library rejects with instead. */
export async function asToolError(error: unknown): Promise<Error> {
  if (error instanceof ToolError) return error;
  if (error instanceof Failure)
    return ofDiagnostics(error.diagnostics, { isOfManifest: error instanceof ManifestFailure });
  if (error instanceof UsageError) return new ToolError(withoutCredentials(error.message), { kind: 'usage' });
  if (callOfSystem(error) !== WORKING_FOLDER) return internal(error);
  const { inheritance } = await import('#schemas/diagnostics/E03-inheritance.js');
  return ofDiagnostics([inheritance.E0309({})]);
}

/** `missing`: the names of required secrets that have no value, where nothing else is wrong. */
export function ofDiagnostics(
  found: readonly Diagnostic[],
  { missing, isOfManifest = false }: { readonly missing?: readonly string[]; readonly isOfManifest?: boolean } = {},
): ToolError {
  // Places are paths of keys, and a key may hold an address.
  const diagnostics = withEachText(found, withoutCredentials);
  const message = diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n');
  if (missing !== undefined) return new MissingRequiredError(message, missing, { diagnostics });
  const [first] = diagnostics;
  const facts = { kind: first?.kind ?? 'internal', diagnostics } as const;
  return isOfManifest ? new ManifestError(message, facts) : new ToolError(message, facts);
}

const WORKING_FOLDER = 'uv_cwd';

function callOfSystem(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'syscall' in error ? error.syscall : null;
}

function internal(error: unknown): ToolError {
  return new ToolError(bugIn(error), { kind: 'internal' });
}

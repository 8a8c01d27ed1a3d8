/** Warnings on standard error: what prints them is loaded only if there are any. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { CallContext } from '../session/call.js';

export async function showWarnings(warnings: readonly Diagnostic[], context: CallContext): Promise<void> {
  if (warnings.length === 0) return;
  const { printDiagnostics } = await import('./print-failure.js');
  await printDiagnostics(warnings, null, context);
}

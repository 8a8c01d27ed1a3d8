/** The codes of the findings that this process has printed, for the line after the last one that says where they are explained. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';

export const printedCodes = new Set<string>();

export function notePrinted(diagnostics: readonly Diagnostic[]): void {
  for (const { code } of diagnostics) printedCodes.add(code);
}

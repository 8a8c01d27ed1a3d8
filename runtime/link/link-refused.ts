/** Why a plan cannot be linked. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';

/** E08, each error once. */
export interface LinkRefused {
  readonly kind: 'refused';
  readonly diagnostics: readonly Diagnostic[];
}

export function refused(...diagnostics: readonly Diagnostic[]): LinkRefused {
  return { kind: 'refused', diagnostics };
}

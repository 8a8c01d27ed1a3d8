/** Writes a plan where people keep it. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { planFiles } from '#schemas/diagnostics/E13-plan-files.js';
import { writeProduct } from '../files/write-product.js';
import type { CompiledPlan } from './plan-cache.js';
import { planFileText } from './plan-file.js';

/** `shown` is the path as it was given. Null when the file now holds this plan. */
export function writePlanFile(shown: string, compiled: CompiledPlan): Diagnostic | null {
  const reason = writeProduct(shown, planFileText(compiled));
  return reason === null ? null : planFiles.E1307({ file: shown, problem: `cannot be written: ${reason}` });
}

/** Writes a plan where people keep it. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { planFiles } from '#schemas/diagnostics/E13-plan-files.js';
import { isRecord } from '#schemas/is-record.js';
import { writeProduct } from '../files/write-product.js';
import { existingOutput, jsonProduct } from './existing-output.js';
import type { CompiledPlan } from './plan-cache.js';
import { planFileText } from './plan-file.js';

/**
 * `path` is absolute, `shown` as it was given. Null when the file now holds this plan. Only a plan file is replaced, in any
 * format and even if altered; never a manifest, which cannot be restored by compiling.
 */
export function writePlanFile(path: string, shown: string, compiled: CompiledPlan): Diagnostic | null {
  const found = existingOutput(path, jsonProduct(holdsPlan));
  if (found.kind === 'something else')
    return planFiles.E1307({ file: shown, problem: 'exists and is not a plan file', isTaken: true });
  if (found.kind === 'unreadable')
    return planFiles.E1307({ file: shown, problem: `cannot be read: ${found.reason}`, isTaken: false });
  const reason = writeProduct(path, planFileText(compiled));
  const problem = `cannot be written: ${reason}`;
  return reason === null ? null : planFiles.E1307({ file: shown, problem, isTaken: false });
}

/** The members that every plan file has; other JSON may hold a `plan` of its own. */
function holdsPlan({ plan, sources, hash, integrity }: Readonly<Record<string, unknown>>): boolean {
  const isMarked = Array.isArray(sources) && typeof hash === 'string' && typeof integrity === 'string';
  return isMarked && isRecord(plan) && typeof plan['format'] === 'number';
}

/** Whether a reason is required and given. Checked before any profile is looked up and any store contacted (spec 5.3). */
import type { RequireReason } from '#schemas/plan.js';
import { fail } from '../failure.js';
import { given } from '../inputs/given.js';
import { isSuspect } from '../values/utf8.js';
import { type CallerAccess, needsReason } from './caller.js';

/** The reason, trimmed, from `--reason`, else `TOOL_REASON`; null if none is given. One that is blank or not UTF-8 counts as none. */
export function statedReason(flag: string | null, variable: string | undefined): string | null {
  return given(flag) ?? (isSuspect(variable ?? '') ? null : given(variable));
}

/** Stops if the policy requires a reason and there is none. */
export async function requireReason(policy: RequireReason, { reason, acting }: CallerAccess): Promise<void> {
  if (reason !== null || policy === false || (policy === 'agents' && !needsReason(acting))) return;
  const { access } = await import('#schemas/diagnostics/E09-access.js');
  fail(access.E0901({ forAgents: policy === 'agents' }));
}

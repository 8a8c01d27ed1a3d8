/** Whether a reason is required and given. Checked before any profile is looked up and any store contacted (spec 5.3). */
import type { RequireReason } from '#schemas/plan.js';
import { fail } from '../failure.js';
import { given } from '../inputs/given.js';

export interface ReasonInputs {
  /** `--reason`, as given. */
  readonly flag: string | null;
  /** `TOOL_REASON`, as given. */
  readonly variable: string | undefined;
  readonly isAgent: boolean;
}

/** The reason, trimmed; null if none is given. A blank one counts as none. */
function statedReason({ flag, variable }: ReasonInputs): string | null {
  return given(flag) ?? given(variable);
}

/** Returns the reason; stops if the policy requires one and it is missing. */
export async function requireReason(policy: RequireReason, inputs: ReasonInputs): Promise<string | null> {
  const reason = statedReason(inputs);
  const isNeeded = policy === true || (policy === 'agents' && inputs.isAgent);
  if (!isNeeded || reason !== null) return reason;
  const { access } = await import('#schemas/diagnostics/E09-access.js');
  return fail(access.E0901({ forAgents: policy === 'agents' }));
}

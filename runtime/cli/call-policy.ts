/** What a call says about its plan, and what its plan asks of the call. */
import type { RequireReason } from '#schemas/plan.js';
import { isAgent } from '../access/caller.js';
import { requireReason } from '../access/reason-policy.js';
import { fail } from '../failure.js';
import type { ChoiceInputs } from '../inputs/choice.js';
import type { Arguments } from './arguments.js';

export function choiceInputsOf(args: Arguments): ChoiceInputs {
  return {
    profile: args.text('profile'),
    provider: args.text('provider'),
    scope: args.text('scope'),
    variables: process.env,
  };
}

/** The reason of this call; stops where the policy of the plan asks for one that is not there. */
export function reasonOf(args: Arguments, policy: RequireReason): string | null {
  const variables = process.env;
  return requireReason(policy, {
    flag: args.text('reason'),
    variable: variables['TOOL_REASON'],
    isAgent: isAgent(variables),
  });
}

/** Stops where the call expects another plan than this. */
export async function expectHash(args: Arguments, found: string): Promise<void> {
  const expected = args.text('expect-hash')?.trim() ?? found;
  if (expected === found) return;
  const { planFiles } = await import('#schemas/diagnostics/E13-plan-files.js');
  fail(planFiles.E1306({ expected, found }));
}

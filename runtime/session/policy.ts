/** What a call says of itself, and what it expects of its plan. */
import { type CallerAccess, actingIn } from '../access/caller.js';
import { statedReason } from '../access/reason-policy.js';
import { fail, UsageError } from '../failure.js';
import { given } from '../inputs/given.js';
import type { Call } from './call.js';

/** Who calls, and why. */
export function calledAccess({ options, variables }: Call): CallerAccess {
  const stated = statedReason(options.reason, variables['TOOL_REASON']);
  const reason = stated ?? given(options.defaultReason);
  return { reason, caller: options.caller, acting: actingIn(variables) };
}

/** The hash that the call expects of its plan, or null. A blank one is an error, mostly from a variable that is not set: it must not accept every plan. */
export function expectedHash({ options, variables }: Call): string | null {
  const expected = options.expectHash ?? variables['TOOL_EXPECT_HASH'];
  if (expected === undefined) return null;
  if (given(expected) === null)
    throw new UsageError('the expected hash is blank', 'give one with `--expect-hash HASH` or `TOOL_EXPECT_HASH`');
  return given(expected);
}

/** Stops if the plan is not the expected one. */
export async function expectHash(expected: string | null, found: string): Promise<void> {
  if (expected === null || expected === found) return;
  const { planFiles } = await import('#schemas/diagnostics/E13-plan-files.js');
  fail(planFiles.E1306({ expected, found }));
}

/** Why a resolution does not give what the manifest requires: missing secrets and violated groups, in words. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { resolution as codes } from '#schemas/diagnostics/E10-resolution.js';
import type { LinkedPlan } from '../link/linked-plan.js';
import type { Resolution } from './resolution.js';
import { settableAmong } from './settable.js';

/**
 * Empty when all is well. Violations come first, because with one of them the whole counts as `validation_failed`, not as
 * `required_secret_missing` (semantics 4.4).
 */
export function unsatisfied(linked: LinkedPlan, resolution: Resolution): readonly Diagnostic[] {
  const { profile } = resolution;
  const violated = resolution.violations.map((violation) => {
    const [secret = ''] = violation.secrets;
    return codes.E1002(violation, { about: { profile, secret, field: 'required' } });
  });
  const { stored, made } = missingNames(linked, resolution);
  const missing = [...stored, ...made];
  if (missing.length === 0) return violated;
  const [secret = ''] = missing;
  const settable = settableAmong(linked, stored);
  return [...violated, codes.E1001({ missing, profile, settable }, { about: { profile, secret } })];
}

/** Stored secrets by name; composed and derived ones in dependency order (semantics 4.4). */
function missingNames(
  linked: LinkedPlan,
  resolution: Resolution,
): { stored: readonly string[]; made: readonly string[] } {
  const missing = new Set<string>();
  for (const { secret, status } of resolution.secrets) if (status === 'missing_required') missing.add(secret);
  const made = linked.finish.flatMap((step) =>
    step.kind !== 'check identity' && missing.has(step.secret) ? [step.secret] : [],
  );
  const isMade = new Set(made);
  return { stored: [...missing].filter((name) => !isMade.has(name)), made };
}

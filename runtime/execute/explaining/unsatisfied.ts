/** Why a resolution does not give what the manifest requires: missing secrets and violated groups, in words. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { resolution as codes } from '#schemas/diagnostics/E10-resolution.js';
import type { ViolationReport } from '#schemas/report.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Resolution } from '../resolution.js';
import { type Explainer, explainer } from './explain-missing.js';
import type { Surroundings } from './surroundings.js';

/**
 * Empty when all is well. Violations come first, because with one of them the whole counts as `validation_failed`, not as
 * `required_secret_missing` (semantics 4.4).
 */
export async function unsatisfied(
  linked: LinkedPlan,
  resolution: Resolution,
  surroundings: Surroundings,
): Promise<readonly Diagnostic[]> {
  const missing = missingNames(linked, resolution);
  if (resolution.violations.length === 0 && missing.length === 0) return [];
  const { profile } = resolution;
  const words = explainer(linked, resolution.missing, surroundings);
  const found = [];
  for (const violation of resolution.violations) found.push(await violated(profile, violation, words));
  const [secret] = missing;
  if (secret === undefined) return found;
  const explained = await words.explain(missing);
  return [...found, codes.E1001({ missing, explained, profile }, { about: { profile, secret } })];
}

/** A secret that was asked for by its name and has no value. */
export async function withoutValue(
  linked: LinkedPlan,
  { profile, missing }: Resolution,
  secret: string,
  surroundings: Surroundings,
): Promise<Diagnostic> {
  const words = explainer(linked, missing, surroundings);
  const explained = await words.explain([secret]);
  return codes.E1003({ secret, explained, profile }, { about: { profile, secret } });
}

async function violated(profile: string, violation: ViolationReport, words: Explainer): Promise<Diagnostic> {
  const [secret = ''] = violation.secrets;
  const explained = violation.present.length === 0 ? await words.explain(violation.secrets) : [];
  return codes.E1002({ ...violation, explained, profile }, { about: { profile, secret, field: 'required' } });
}

/** Stored secrets by name; composed and derived ones in dependency order (semantics 4.4). */
function missingNames(linked: LinkedPlan, { secrets }: Resolution): readonly string[] {
  const missing = new Set<string>();
  for (const { secret, status } of secrets) if (status === 'missing_required') missing.add(secret);
  const made = linked.finish.flatMap((step) =>
    step.kind !== 'check identity' && missing.has(step.secret) ? [step.secret] : [],
  );
  const isComputed = new Set(made);
  return [...[...missing].filter((name) => !isComputed.has(name)), ...made];
}

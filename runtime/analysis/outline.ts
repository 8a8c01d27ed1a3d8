/** The outline of a plan: what `tool plan` shows of it, narrowed to a profile, a scope or some secrets. */
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { ENTRIES_FORMAT, type PlanEntries } from '#schemas/plan-entries.js';
import type { OutlineSelection, PlanOutline } from '#schemas/plan-outline.js';
import { Failure, fail } from '../failure.js';
import { entriesAnalysis, outlineAnalysis } from '../plan/front-end.js';

/** The same selection, once the plan was found to have every name of it. Stops with the names that it does not have. */
export async function requireSelected(plan: Plan, selection: OutlineSelection): Promise<OutlineSelection> {
  const { profile, scope, secrets = [] } = selection;
  if (profile !== null) requireProfile(plan, profile);
  if (scope !== null && own(plan.scopes, scope) === undefined)
    fail(linking.E0802({ scope, defined: Object.keys(plan.scopes).sort(byName) }));
  if (secrets.length === 0) return { profile, scope };
  const declared = (await outlineAnalysis()).secretNames(plan, { profile, scope });
  const known = new Set(declared);
  const unknown = [...new Set(secrets)].filter((secret) => !known.has(secret));
  if (unknown.length > 0)
    throw new Failure(unknown.map((secret) => linking.E0812({ secret, profile, scope, declared })));
  return selection;
}

/** Stops if the plan does not have the profile. */
export function requireProfile({ profiles }: Plan, profile: string): void {
  if (own(profiles, profile) === undefined)
    fail(linking.E0801({ profile, defined: Object.keys(profiles).sort(byName) }));
}

export async function outlineOf(plan: Plan, selection: OutlineSelection): Promise<PlanOutline> {
  return (await outlineAnalysis()).outlinePlan(plan, selection);
}

/** What each store calls the entries of the plan. */
export async function entriesOf(plan: Plan, hash: string, selection: OutlineSelection): Promise<PlanEntries> {
  const { planEntries } = await entriesAnalysis();
  return { format: ENTRIES_FORMAT, hash, entries: planEntries(plan, selection) };
}

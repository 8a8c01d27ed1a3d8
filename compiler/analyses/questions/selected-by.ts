/** The part of a plan that a question is about. */
import type { PlanQuestion } from '#schemas/plan-question.js';
import { type Selected, select } from '../outline/selected.js';

/** One for all profiles; in a scope one for each, for a scope may receive a secret in one profile and not in the next. */
export function selectionsOf({ plan, profiles, scope }: PlanQuestion): readonly Selected[] {
  const isWhole = scope === null && profiles.length === Object.keys(plan.profiles).length;
  if (isWhole) return [select(plan, { profile: null, scope })];
  return profiles.map((profile) => select(plan, { profile, scope }));
}

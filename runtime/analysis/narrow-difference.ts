/** The part of a difference that a profile sees. */
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { aboutOf, type Change } from '#schemas/plan-change.js';
import type { PlacedReview, ShownDifference } from '#schemas/plan-review.js';
import { fail } from '../failure.js';
import type { TwoPlans } from './compare-plans.js';

/** A change that belongs to no profile reaches all of them. A profile that only one plan has was added or removed. Stops if none has it. */
export function narrowedTo(
  profile: string,
  difference: ShownDifference,
  { old, new: next }: TwoPlans,
): ShownDifference {
  const owners = [old, next].filter(({ plan }) => own(plan.profiles, profile) !== undefined);
  if (owners.length === 0) fail(linking.E0801({ profile, defined: allProfiles(old.plan, next.plan) }));
  const isCommon = owners.length === 2;
  const reaches = (change: Change) => {
    if (change.profiles !== 'all') return change.profiles.includes(profile);
    return isCommon || !['secret', 'group', 'chain', 'exposure', 'power'].includes(aboutOf(change));
  };
  return { ...difference, changes: difference.changes.filter(reaches) };
}

/** What is to be done in this profile; null for all. */
export function toDoIn(profile: string | null, review: PlacedReview): PlacedReview {
  if (profile === null) return review;
  return { ...review, toDo: review.toDo.filter(({ profiles }) => profiles === 'all' || profiles.includes(profile)) };
}

function allProfiles(...plans: readonly Plan[]): readonly string[] {
  return [...new Set(plans.flatMap(({ profiles }) => Object.keys(profiles)))].sort(byName);
}

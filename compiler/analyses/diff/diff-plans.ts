/**
 * What changed in meaning from one plan to another. The result is empty exactly if their canonical texts agree; in the other
 * direction the same changes are reported, each inverted. One cause is one change, however many profiles it reaches.
 */

import { meaningIn } from '#schemas/meaning.js';
import type { Plan } from '#schemas/plan.js';
import type { Change } from '#schemas/plan-change.js';
import { chainChanges } from './chain-changes.js';
import { profileChain } from './chains.js';
import { type FoundChange, Merging, sorted } from './changes.js';
import { type Comparison, compare, type InProfile, whole } from './comparison.js';
import { dangersOf } from './compositions.js';
import { exposureChanges } from './exposures.js';
import { groupChanges } from './groups.js';
import { powerChanges } from './powers.js';
import { profileChanges, projectChanges } from './project.js';
import { scopeChanges } from './scopes.js';
import { secretChanges } from './secrets.js';
import { storeChanges } from './stores.js';

/** Highest severity first. Linear in both plans, except for sorting. */
export function diffPlans(before: Plan, after: Plan): readonly Change[] {
  const comparison = compare(before, after);
  return sorted([
    ...powerChanges(comparison),
    ...projectChanges(comparison),
    ...profileChanges(comparison),
    ...chainsOfProfiles(comparison),
    ...storeChanges(comparison),
    ...secretChanges(comparison),
    ...groupChanges(comparison),
    ...scopeChanges(comparison),
    ...exposureChanges(comparison),
  ]);
}

/** A changed chain of the project, which all its profiles use, is one change. */
function chainsOfProfiles(comparison: Comparison): readonly Change[] {
  const merging = new Merging(comparison.common);
  const { feedsComposition } = dangersOf(comparison);
  for (const { profile, cause, from, to, claimed } of whole(comparison)) {
    const hasMore = () => hasMoreThanStores(to, feedsComposition);
    const between = { claimed, old: from.plan, new: to.plan, hasMore };
    const changes = chainChanges(between, {}, profileChain(from), profileChain(to));
    // A secret that is read through the chain in one plan alone is reported with its own stores.
    const isHarmless = changes.some(isDanger) && !isReadThrough(from, to);
    const judged = isHarmless ? changes.map((change) => (isDanger(change) ? forReview(change) : change)) : changes;
    merging.add(judged, [profile], { isGone: cause === 'removed' });
  }
  return merging.all();
}

/** Whether a secret is read from the stores of the profile in both plans. */
function isReadThrough(from: InProfile, to: InProfile): boolean {
  const isRead = ({ plan, profile }: InProfile, secret: string) => {
    const source = meaningIn(plan, profile, secret)?.source;
    return source?.kind === 'stored' && source.route === 'profile';
  };
  return Object.keys(from.plan.secrets).some((secret) => isRead(from, secret) && isRead(to, secret));
}

function isDanger({ severity }: FoundChange): boolean {
  return severity === 'danger';
}

function forReview(change: FoundChange): FoundChange {
  return { ...change, severity: 'review' };
}

/** Whether a secret of the profile's stores is made where they have none. A mere setting with a default does not count. */
function hasMoreThanStores(at: InProfile, feedsComposition: (secret: string, at: InProfile) => boolean): boolean {
  return Object.keys(at.plan.secrets).some((secret) => {
    const source = meaningIn(at.plan, at.profile, secret)?.source;
    if (source?.kind !== 'stored' || source.route !== 'profile' || source.whenMissing.kind === 'nothing') return false;
    return source.whenMissing.kind !== 'default' || feedsComposition(secret, at);
  });
}

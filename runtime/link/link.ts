/** Plan + Choice + UserConfig → LinkedPlan: the plan for this user and this call. Pure: reads no file and no terminal. */

import type { Plan } from '#schemas/plan.js';
import { type Claims, UNCLAIMED } from '#schemas/stores/judge-spec.js';
import type { UserConfig } from '#schemas/user-config.js';
import { groupsOf } from './groups-of.js';
import { linkReads } from './link-reads.js';
import { type LinkRefused, refused } from './link-refused.js';
import type { Choice, LinkedPlan } from './linked-plan.js';
import { factsOf, linkingWorld } from './linking-world.js';
import { orderFinish } from './order-finish.js';
import { primaryStoreOf } from './primary-store.js';
import { type SelectedWanted, selectWanted } from './select-wanted.js';

export type LinkResult = { readonly kind: 'linked'; readonly plan: LinkedPlan } | LinkRefused;

/**
 * Narrows the plan to one profile, one scope and the wanted secrets, and makes every store concrete. What is not wanted
 * is not processed. Linear in what is wanted.
 */
export function link(plan: Plan, choice: Choice, user: UserConfig, claims: Claims = UNCLAIMED): LinkResult {
  const selected = selectWanted(plan, choice, user);
  return selected.kind === 'refused' ? selected : linkWanted(plan, selected, choice, user, claims);
}

function linkWanted(
  plan: Plan,
  { profile, scope, wanted }: SelectedWanted,
  choice: Choice,
  user: UserConfig,
  claims: Claims,
): LinkResult {
  const world = linkingWorld(plan, profile, choice.override, user, claims);
  const { reads, firstStores, diagnostics } = linkReads(wanted, world);
  if (diagnostics.length > 0) return refused(...diagnostics);
  const { project, binder } = world;
  const finish = orderFinish(wanted, factsOf);
  const groups = choice.only === null ? groupsOf(wanted) : [];
  const { name, scrub } = scope;
  const first = primaryStoreOf(firstStores, binder);
  return {
    kind: 'linked',
    plan: { project, profile, scope: name, primaryStore: first, stores: binder.stores, reads, finish, groups, scrub },
  };
}

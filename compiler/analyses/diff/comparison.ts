/** Two plans side by side, and what every part of the comparison asks about both. */

import { own } from '#schemas/named.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { openNamesIn } from './references.js';

export interface Comparison {
  readonly old: Plan;
  readonly new: Plan;
  /** Profiles that both have: what came or went with a profile is told with the profile. */
  readonly common: readonly string[];
  /** Names that are left to the machine in one plan and are a project alias in the other. */
  readonly claimed: ReadonlySet<string>;
}

export function compare(before: Plan, after: Plan): Comparison {
  const common = Object.keys(before.profiles).filter((name) => own(after.profiles, name) !== undefined);
  const claimed = new Set([...takenOver(before, after), ...takenOver(after, before)]);
  return { old: before, new: after, common, claimed };
}

function takenOver(open: Plan, taken: Plan): readonly string[] {
  return [...openNamesIn(open)].filter((name) => own(taken.stores, name) !== undefined);
}

/** Whether the name is told as claimed or released; then no reference to it is told again. */
export function isClaimed({ claimed }: Comparison, ref: StoreRef): boolean {
  return ref.kind !== 'uri' && claimed.has(ref.name);
}

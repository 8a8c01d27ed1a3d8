/** Two plans, and what every part of the comparison needs of both. */

import { own } from '#schemas/named.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { openNamesIn } from './references.js';
import { renamedProfiles } from './renamed-profiles.js';

export interface Comparison {
  readonly old: Plan;
  readonly new: Plan;
  /** Profiles that both have. */
  readonly common: readonly string[];
  readonly pairings: readonly Pairing[];
  /** Profiles that have another name now and say the same: nothing else is reported of them. */
  readonly renamed: readonly Renamed[];
  /** Names that are left to the machine in one plan and are a project alias in the other. */
  readonly claimed: Claimed;
}

/**
 * A profile is compared with its earlier content. An added or removed profile is compared with `default` of the
 * plan that has it; all of its content counts as a change if there is no other `default`.
 */
export interface Pairing {
  readonly profile: string;
  readonly cause: 'both' | 'added' | 'removed';
  readonly from: InProfile | null;
  readonly to: InProfile | null;
  /** Empty within one plan, where a name is either an alias or left to the machine. */
  readonly claimed: Claimed;
}

export interface Renamed {
  readonly from: InProfile;
  readonly to: InProfile;
}

export interface InProfile {
  readonly plan: Plan;
  readonly profile: string;
}

export type Claimed = ReadonlySet<string>;

export function compare(before: Plan, after: Plan): Comparison {
  const common = profilesOnlyIn(before, null).filter((name) => own(after.profiles, name) !== undefined);
  const claimed = new Set([...takenOver(before, after), ...takenOver(after, before)]);
  const renamed = renamedProfiles(
    { plan: before, profiles: profilesOnlyIn(before, after) },
    { plan: after, profiles: profilesOnlyIn(after, before) },
  );
  const [left, taken] = [renamed.map(({ from }) => from.profile), renamed.map(({ to }) => to.profile)];
  const pairings: readonly Pairing[] = [
    ...common.map((profile): Pairing => {
      return { profile, cause: 'both', from: { plan: before, profile }, to: { plan: after, profile }, claimed };
    }),
    ...without(profilesOnlyIn(after, before), taken).map((profile): Pairing => {
      return {
        profile,
        cause: 'added',
        from: defaultBeside(after, profile),
        to: { plan: after, profile },
        claimed: NONE,
      };
    }),
    ...without(profilesOnlyIn(before, after), left).map((profile): Pairing => {
      return {
        profile,
        cause: 'removed',
        from: { plan: before, profile },
        to: defaultBeside(before, profile),
        claimed: NONE,
      };
    }),
  ];
  return { old: before, new: after, common, pairings, renamed, claimed };
}

/** Pairings in which both plans have the profile. */
export function whole({ pairings }: Comparison): readonly WholePairing[] {
  return pairings.filter((pairing): pairing is WholePairing => pairing.from !== null && pairing.to !== null);
}
export interface WholePairing extends Pairing {
  readonly from: InProfile;
  readonly to: InProfile;
}

/**
 * Whether the name belongs to the comparison. For an added or removed profile only its own names do: what only `default` has is
 * not part of the profile.
 */
export function isCompared({ cause }: Pairing, has: { readonly from: boolean; readonly to: boolean }): boolean {
  switch (cause) {
    case 'both':
      return has.from || has.to;
    case 'added':
      return has.to;
    case 'removed':
      return has.from;
  }
}

/** Whether the name is reported as claimed or released; then no reference to it is reported again. */
export function isClaimed(claimed: Claimed, ref: StoreRef): boolean {
  return ref.kind !== 'uri' && claimed.has(ref.name);
}

const NONE: Claimed = new Set();
const BASE = 'default';

function profilesOnlyIn({ profiles }: Plan, other: Plan | null): readonly string[] {
  return Object.keys(profiles).filter((name) => other === null || own(other.profiles, name) === undefined);
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  return names.filter((name) => !others.includes(name));
}

function defaultBeside(plan: Plan, profile: string): InProfile | null {
  return profile === BASE || own(plan.profiles, BASE) === undefined ? null : { plan, profile: BASE };
}

function takenOver(open: Plan, taken: Plan): readonly string[] {
  return [...openNamesIn(open)].filter((name) => own(taken.stores, name) !== undefined);
}

/** Presence groups: their members and mode, profile by profile. */
import { meaningIn, profilesOf } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Json, Plan } from '#schemas/plan.js';
import type { Change } from '#schemas/plan-change.js';
import type { GroupMode } from '#schemas/plan-outline.js';
import { GROUP_MODES, isMember } from '../outline/groups.js';
import { differing, Merging } from './changes.js';
import { type Comparison, type InProfile, isCompared, type WholePairing, whole } from './comparison.js';

/** Group name to what it is in a profile. */
type Groups = Record<string, Members>;
type Members = Record<GroupMode, string[]>;

export function groupChanges(comparison: Comparison): readonly Change[] {
  const merging = new Merging(comparison.common);
  const groups = new Map([comparison.old, comparison.new].map((plan) => [plan, groupsByProfile(plan)]));
  const groupsIn = ({ plan, profile }: InProfile) => groups.get(plan)?.get(profile) ?? NONE;
  for (const pairing of whole(comparison)) {
    const [from, to] = [groupsIn(pairing.from), groupsIn(pairing.to)];
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort(byName);
    for (const group of names) {
      const sides = { from: shown(pairing, own(from, group)), to: shown(pairing, own(to, group)) };
      merging.add(differing('group-changed', { group }, sides), [pairing.profile], {
        isGone: pairing.cause === 'went',
      });
    }
  }
  return merging.all();
}

const NONE: Groups = Object.create(null);

function groupsByProfile(plan: Plan): ReadonlyMap<string, Groups> {
  const groups = new Map<string, Groups>();
  for (const secret of Object.keys(plan.secrets).sort(byName)) {
    for (const meaning of own(plan.secrets, secret) ?? []) {
      if (!isMember(meaning.presence)) continue;
      for (const profile of profilesOf(plan, meaning)) {
        for (const mode of GROUP_MODES) {
          for (const name of meaning.presence[mode]) groupIn(groups, profile, name)[mode].push(secret);
        }
      }
    }
  }
  return groups;
}

function groupIn(byProfile: Map<string, Groups>, profile: string, name: string): Members {
  const groups: Groups = byProfile.get(profile) ?? Object.create(null);
  byProfile.set(profile, groups);
  const members = groups[name] ?? { atLeastOne: [], exactlyOne: [] };
  groups[name] = members;
  return members;
}

/** A name is used in one mode; one that a plan uses in both shows both. Of members, those that are compared. */
function shown(pairing: WholePairing, group: Members | undefined): Json | undefined {
  if (group === undefined) return undefined;
  const has = ({ plan, profile }: InProfile, secret: string) => meaningIn(plan, profile, secret) !== null;
  const compared = (members: readonly string[]) =>
    members.filter((secret) => isCompared(pairing, { from: has(pairing.from, secret), to: has(pairing.to, secret) }));
  const [atLeastOne, exactlyOne] = [compared(group.atLeastOne), compared(group.exactlyOne)];
  if (atLeastOne.length === 0 && exactlyOne.length === 0) return undefined;
  return {
    ...(atLeastOne.length > 0 && { at_least_one: atLeastOne }),
    ...(exactlyOne.length > 0 && { exactly_one: exactlyOne }),
  };
}

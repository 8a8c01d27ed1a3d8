/** Presence groups: their members and mode, profile by profile. */
import { GROUP_MODES, type GroupMembers, groupsIn, membershipsOf } from '#schemas/groups.js';
import { meaningIn, profilesOf } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { Json, Plan, PlanSecret } from '#schemas/plan.js';
import type { Change } from '#schemas/plan-change.js';
import { differing, Merging } from './changes.js';
import { type Comparison, type InProfile, isCompared, type WholePairing, whole } from './comparison.js';

interface Member {
  readonly secret: string;
  readonly meaning: PlanSecret;
}
/** Group name to what it is in a profile. */
type Groups = ReadonlyMap<string, GroupMembers<Member>>;

export function groupChanges(comparison: Comparison): readonly Change[] {
  const merging = new Merging(comparison.common);
  const groups = new Map([comparison.old, comparison.new].map((plan) => [plan, groupsByProfile(plan)]));
  const groupsIn = ({ plan, profile }: InProfile) => groups.get(plan)?.get(profile) ?? NONE;
  for (const pairing of whole(comparison)) {
    const [from, to] = [groupsIn(pairing.from), groupsIn(pairing.to)];
    const names = [...new Set([...from.keys(), ...to.keys()])].sort(byName);
    for (const group of names) {
      const sides = { from: shown(pairing, from.get(group)), to: shown(pairing, to.get(group)) };
      merging.add(differing('group-changed', { group }, sides), [pairing.profile], {
        isGone: pairing.cause === 'removed',
      });
    }
  }
  return merging.all();
}

const NONE: Groups = new Map();

function groupsByProfile(plan: Plan): ReadonlyMap<string, Groups> {
  const members = new Map<string, Member[]>();
  for (const secret of Object.keys(plan.secrets).sort(byName)) {
    for (const meaning of own(plan.secrets, secret) ?? []) {
      if (membershipsOf(meaning.presence).length === 0) continue;
      for (const profile of profilesOf(plan, meaning)) {
        const known = members.get(profile) ?? [];
        members.set(profile, known);
        known.push({ secret, meaning });
      }
    }
  }
  const groupsOf = (held: readonly Member[]) => groupsIn(held, ({ meaning }) => meaning.presence);
  return new Map([...members].map(([profile, held]) => [profile, groupsOf(held)]));
}

/** A name is used in one mode; one that a plan uses in both shows both. Only compared members are included. */
function shown(pairing: WholePairing, group: GroupMembers<Member> | undefined): Json | undefined {
  if (group === undefined) return undefined;
  const has = ({ plan, profile }: InProfile, secret: string) => meaningIn(plan, profile, secret) !== null;
  const isShown = (secret: string) =>
    isCompared(pairing, { from: has(pairing.from, secret), to: has(pairing.to, secret) });
  const compared = GROUP_MODES.flatMap((mode) => {
    const members = group[mode].map(({ secret }) => secret).filter(isShown);
    return members.length === 0 ? [] : [[mode, members] as const];
  });
  return compared.length === 0 ? undefined : Object.fromEntries(compared);
}

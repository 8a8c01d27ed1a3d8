/** Presence groups and their members, read off the secrets. */
import { byName } from '#schemas/named.js';
import type { GroupMembership, Presence } from '#schemas/plan.js';
import type { GroupMode, OutlineGroup } from '#schemas/plan-outline.js';
import { extentOf } from './extent.js';
import type { Selected } from './selected.js';
import { someNames } from './some.js';

/** By name. Profiles in which a group has the same members share one entry; only members that are shown count (spec 4.2, rule 7). */
export function groupsOf(selected: Selected): readonly OutlineGroup[] {
  const groups = [...membersByProfile(selected).values()].flatMap(({ name, mode, members }) =>
    merged(name, mode, members, selected.profiles),
  );
  return groups.sort((left, right) => byName(left.name, right.name));
}

export const GROUP_MODES = ['atLeastOne', 'exactlyOne'] as const satisfies readonly GroupMode[];

export function isMember(presence: Presence): presence is GroupMembership {
  return typeof presence === 'object';
}

interface Members {
  readonly name: string;
  readonly mode: GroupMode;
  /** By profile. */
  readonly members: Map<string, string[]>;
}

function membersByProfile({ meanings, shows }: Selected): ReadonlyMap<string, Members> {
  const groups = new Map<string, Members>();
  for (const { secret, meaning, profiles } of [...meanings.values()].flat()) {
    const { presence } = meaning;
    if (!isMember(presence) || !shows(secret)) continue;
    for (const mode of GROUP_MODES) {
      for (const name of presence[mode]) addMember(groups, { name, mode }, secret, profiles);
    }
  }
  return groups;
}

function addMember(
  groups: Map<string, Members>,
  { name, mode }: Omit<Members, 'members'>,
  secret: string,
  profiles: readonly string[],
): void {
  const key = `${mode} ${name}`;
  const group = groups.get(key) ?? { name, mode, members: new Map<string, string[]>() };
  groups.set(key, group);
  for (const profile of profiles) {
    const members = group.members.get(profile);
    if (members === undefined) group.members.set(profile, [secret]);
    else members.push(secret);
  }
}

function merged(
  name: string,
  mode: GroupMode,
  byProfile: Members['members'],
  profiles: readonly string[],
): readonly OutlineGroup[] {
  const same = new Map<string, { members: readonly string[]; held: string[] }>();
  for (const profile of profiles) {
    const members = byProfile.get(profile);
    if (members === undefined) continue;
    const key = members.join('\n');
    const known = same.get(key);
    if (known === undefined) same.set(key, { members, held: [profile] });
    else known.held.push(profile);
  }
  return [...same.values()].map(({ members, held }) => ({
    name,
    mode,
    members: someNames(members),
    in: extentOf(held, profiles),
  }));
}

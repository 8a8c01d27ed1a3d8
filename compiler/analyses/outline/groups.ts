/** Presence groups and their members, read off the secrets. */
import { byName } from '#schemas/named.js';
import type { GroupMembership, Presence } from '#schemas/plan.js';
import type { GroupMode, OutlineGroup } from '#schemas/plan-outline.js';
import { extentOf } from './extent.js';
import type { Selected, SelectedMeaning } from './selected.js';
import { someNames } from './some.js';

/**
 * By name. Profiles in which a group has the same members share one entry; only members that are shown count (spec 4.2,
 * rule 7), and only groups with a member that is asked about.
 */
export function groupsOf(selected: Selected, about: ReadonlySet<string> | null): readonly OutlineGroup[] {
  const isMeant = ({ members }: Members) => about === null || members.some(({ secret }) => about.has(secret));
  const groups = [...membersOf(selected)].filter(isMeant).flatMap((group) => merged(group, selected.profiles));
  return groups.sort((left, right) => byName(left.name, right.name));
}

export const GROUP_MODES = ['atLeastOne', 'exactlyOne'] as const satisfies readonly GroupMode[];

export function isMember(presence: Presence): presence is GroupMembership {
  return typeof presence === 'object';
}

interface Members {
  readonly name: string;
  readonly mode: GroupMode;
  readonly members: SelectedMeaning[];
}

function membersOf({ meanings, shows }: Selected): Iterable<Members> {
  const groups = new Map<string, Members>();
  for (const selected of [...meanings.values()].flat()) {
    const { presence } = selected.meaning;
    if (!isMember(presence) || !shows(selected.secret)) continue;
    for (const mode of GROUP_MODES) {
      for (const name of presence[mode]) {
        const key = `${mode} ${name}`;
        const group = groups.get(key) ?? { name, mode, members: [] };
        groups.set(key, group);
        group.members.push(selected);
      }
    }
  }
  return groups.values();
}

function merged({ name, mode, members }: Members, profiles: readonly string[]): readonly OutlineGroup[] {
  return parts(members, profiles).map(({ names, held }) => ({
    name,
    mode,
    members: someNames(names),
    in: extentOf(held, profiles),
  }));
}

interface Part {
  readonly names: readonly string[];
  readonly held: readonly string[];
}

/** Profiles with the same members together. Usually those are all: members hold in the same list of profiles. */
function parts(members: readonly SelectedMeaning[], profiles: readonly string[]): readonly Part[] {
  const [first] = members;
  if (first !== undefined && members.every((member) => member.profiles === first.profiles))
    return [{ names: members.map(({ secret }) => secret), held: first.profiles }];
  const byProfile = new Map<string, string[]>();
  for (const { secret, profiles: held } of members) {
    for (const profile of held) {
      const names = byProfile.get(profile);
      if (names === undefined) byProfile.set(profile, [secret]);
      else names.push(secret);
    }
  }
  const same = new Map<string, { readonly names: readonly string[]; readonly held: string[] }>();
  for (const profile of profiles) {
    const names = byProfile.get(profile);
    if (names === undefined) continue;
    const key = names.join('\n');
    const known = same.get(key);
    if (known === undefined) same.set(key, { names, held: [profile] });
    else known.held.push(profile);
  }
  return [...same.values()];
}

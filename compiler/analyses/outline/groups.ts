/** Presence groups and their members, derived from the secrets. */
import { GROUP_MODES, type GroupMode, groupsIn } from '#schemas/groups.js';
import { byName } from '#schemas/named.js';
import type { OutlineGroup } from '#schemas/plan-outline.js';
import { extentOf } from './extent.js';
import type { Selected, SelectedMeaning } from './selected.js';
import { someNames } from './some.js';

/**
 * By name. Profiles in which a group has the same members share one entry; only members that are shown count (spec 4.2,
 * rule 7), and only groups with a selected member.
 */
export function groupsOf(selected: Selected, about: ReadonlySet<string> | null): readonly OutlineGroup[] {
  const isMeant = ({ members }: Members) => about === null || members.some(({ secret }) => about.has(secret));
  const groups = membersOf(selected)
    .filter(isMeant)
    .flatMap((group) => merged(group, selected.profiles));
  return groups.sort((left, right) => byName(left.name, right.name));
}

interface Members {
  readonly name: string;
  readonly mode: GroupMode;
  readonly members: readonly SelectedMeaning[];
}

function membersOf({ meanings, shows }: Selected): readonly Members[] {
  const shown = [...meanings.values()].flat().filter(({ secret }) => shows(secret));
  return [...groupsIn(shown, ({ meaning }) => meaning.presence)].flatMap(([name, members]) =>
    GROUP_MODES.flatMap((mode) => (members[mode].length === 0 ? [] : [{ name, mode, members: members[mode] }])),
  );
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

/** Pass 7: presence groups over their members, profile by profile (spec 2.6). Afterwards groups have sorted members. */
import { groupsIn, membershipsOf } from '#schemas/groups.js';
import { byName } from '#schemas/named.js';
import type { Project, Secret } from '../tree/effective.js';
import type { Group, GroupedProject } from '../tree/grouped.js';

/** Groups of all profiles; groups with the same members in several profiles are reported once, for the first. */
export function group<P extends Project>(project: P): GroupedProject<P> {
  const numbers = new Map([...project.secrets.entries()].map(([number, secret]) => [secret, number]));
  const seen = new Set<string>();
  const groups: Group[] = [];
  for (const { name, secrets } of project.profiles) {
    const members = [...secrets.values()].filter(isMember).sort((left, right) => byName(left.name, right.name));
    // Most profiles have the same members as another: their groups need not be checked again.
    if (isRepeated(members, numbers, seen)) continue;
    for (const [group, byMode] of groupsIn(members, ({ presence }) => presence)) {
      const key = [group, ...Object.values(byMode)].flat();
      if (!isRepeated(key, numbers, seen)) groups.push({ name: group, profile: name, members: byMode });
    }
  }
  return { project, groups };
}

function isMember({ presence }: Secret): boolean {
  return membershipsOf(presence).length > 0;
}

/** Whether it was called with the same arguments before. */
function isRepeated(
  parts: readonly (Secret | string)[],
  numbers: ReadonlyMap<Secret, number>,
  seen: Set<string>,
): boolean {
  const key = JSON.stringify(parts.map((part) => (typeof part === 'string' ? part : (numbers.get(part) ?? null))));
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}

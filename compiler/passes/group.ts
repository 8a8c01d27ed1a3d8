/** Pass 7: presence groups over their members, profile by profile (spec 2.6). Afterwards groups have sorted members. */
import { byName } from '#schemas/named.js';
import type { Project, Secret } from '../tree/effective.js';

export type GroupMode = 'at_least_one' | 'exactly_one';

export interface Group {
  readonly name: string;
  readonly profile: string;
  /** Members by mode; a sound group has one of them. In the order of names. */
  readonly members: Readonly<Record<GroupMode, readonly Secret[]>>;
}
export interface GroupedProject<P extends Project = Project> {
  readonly project: P;
  readonly groups: readonly Group[];
}

/** Groups of all profiles; groups with the same members in several profiles are reported once, for the first. */
export function group<P extends Project>(project: P): GroupedProject<P> {
  const numbers = new Map([...project.secrets.entries()].map(([number, secret]) => [secret, number]));
  const seen = new Set<string>();
  const groups: Group[] = [];
  for (const { name, secrets } of project.profiles) {
    const members = [...secrets.values()].filter(isMember).sort((left, right) => byName(left.name, right.name));
    // Most profiles have the same members as another: a look at each of their groups again would be a look too many.
    if (isRepeated(members, numbers, seen)) continue;
    for (const each of groupsOf(name, members)) {
      if (!isRepeated([each.name, ...Object.values(each.members)].flat(), numbers, seen)) groups.push(each);
    }
  }
  return { project, groups };
}

function isMember({ presence }: Secret): boolean {
  return typeof presence === 'object';
}

/** Whether the same was asked before. */
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

function groupsOf(profile: string, secrets: readonly Secret[]): readonly Group[] {
  const groups = new Map<string, Record<GroupMode, Secret[]>>();
  for (const secret of secrets) {
    if (typeof secret.presence !== 'object') continue;
    for (const name of secret.presence.atLeastOne) add(groups, name, 'at_least_one', secret);
    for (const name of secret.presence.exactlyOne) add(groups, name, 'exactly_one', secret);
  }
  return [...groups].map(([name, members]) => ({ name, profile, members }));
}

function add(groups: Map<string, Record<GroupMode, Secret[]>>, name: string, mode: GroupMode, secret: Secret): void {
  const members = groups.get(name) ?? { at_least_one: [], exactly_one: [] };
  members[mode].push(secret);
  groups.set(name, members);
}

/** Pass 7: presence groups over their members, profile by profile (spec 2.6). Afterwards groups have sorted members. */
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

/** Groups of all profiles; groups with the same members in several profiles are told once, for the first. */
export function group<P extends Project>(project: P): GroupedProject<P> {
  const members = project.secrets.filter(({ presence }) => typeof presence === 'object');
  if (members.length === 0) return { project, groups: [] };
  const groups = project.profiles.flatMap(({ name, secrets }) =>
    groupsOf(
      name,
      members.filter((secret) => secrets.get(secret.name) === secret),
    ),
  );
  return { project, groups: withoutRepeats(groups, project) };
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

function withoutRepeats(groups: readonly Group[], project: Project): readonly Group[] {
  const numbers = new Map(project.secrets.map((secret, index) => [secret, index]));
  const seen = new Map<string, Group>();
  for (const group of groups) {
    const key = JSON.stringify([
      group.name,
      ...Object.values(group.members).map((secrets) => secrets.map((secret) => numbers.get(secret))),
    ]);
    if (!seen.has(key)) seen.set(key, group);
  }
  return [...seen.values()];
}

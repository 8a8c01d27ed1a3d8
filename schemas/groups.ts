/** Presence groups, read off the secrets that belong to them (spec 2.6). Asked here by passes, analyses and `link`. */
import type { Presence } from './plan.js';

export const GROUP_MODES = ['at_least_one', 'exactly_one'] as const;
export type GroupMode = (typeof GROUP_MODES)[number];

/** One group that a secret belongs to. */
export interface Membership {
  readonly group: string;
  readonly mode: GroupMode;
}

/** At-least-one groups, then exactly-one groups, each by name; none where the secret is judged alone. */
export function membershipsOf(presence: Presence): readonly Membership[] {
  if (typeof presence === 'string') return NONE;
  return [
    ...presence.atLeastOne.map((group): Membership => ({ group, mode: 'at_least_one' })),
    ...presence.exactlyOne.map((group): Membership => ({ group, mode: 'exactly_one' })),
  ];
}
const NONE: readonly Membership[] = [];

/** By mode; all members of a sound group use one. */
export type GroupMembers<T> = Readonly<Record<GroupMode, readonly T[]>>;

/** The groups that these secrets are members of, in the order of their first members; members in the order given. */
export function groupsIn<T>(
  secrets: Iterable<T>,
  presenceOf: (secret: T) => Presence,
): ReadonlyMap<string, GroupMembers<T>> {
  const groups = new Map<string, Record<GroupMode, T[]>>();
  for (const secret of secrets) {
    for (const { group, mode } of membershipsOf(presenceOf(secret))) {
      const members = groups.get(group) ?? { at_least_one: [], exactly_one: [] };
      groups.set(group, members);
      members[mode].push(secret);
    }
  }
  return groups;
}

/** Presence groups, read off the visible secrets that belong to them (spec 2.6; 4.2, rule 7). */

import { byName } from '#schemas/named.js';
import type { LinkedGroup } from './linked-plan.js';
import type { WantedSecrets } from './wanted.js';

/** At-least-one groups by name, then exactly-one groups by name; members by name. */
export function groupsOf(wanted: WantedSecrets): readonly LinkedGroup[] {
  const atLeastOne = new Map<string, string[]>();
  const exactlyOne = new Map<string, string[]>();
  for (const { secret, meaning, visible } of wanted.values()) {
    if (!visible || typeof meaning.presence === 'string') continue;
    for (const group of meaning.presence.atLeastOne) addMember(atLeastOne, group, secret);
    for (const group of meaning.presence.exactlyOne) addMember(exactlyOne, group, secret);
  }
  return [...sorted('at_least_one', atLeastOne), ...sorted('exactly_one', exactlyOne)];
}

function addMember(groups: Map<string, string[]>, group: string, secret: string): void {
  const members = groups.get(group) ?? [];
  groups.set(group, members);
  members.push(secret);
}

function sorted(mode: LinkedGroup['mode'], groups: ReadonlyMap<string, readonly string[]>): readonly LinkedGroup[] {
  const byGroup = [...groups].sort(([left], [right]) => byName(left, right));
  return byGroup.map(([name, members]) => ({ name, mode, members }));
}

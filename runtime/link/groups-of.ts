/** Presence groups of the visible secrets (spec 2.6; 4.2, rule 7). */

import { GROUP_MODES, groupsIn } from '#schemas/groups.js';
import { byName } from '#schemas/named.js';
import type { LinkedGroup } from './linked-plan.js';
import type { WantedSecrets } from './wanted.js';

/** At-least-one groups by name, then exactly-one groups by name; members by name. */
export function groupsOf(wanted: WantedSecrets): readonly LinkedGroup[] {
  const visible = [...wanted.values()].filter((secret) => secret.visible);
  const groups = [...groupsIn(visible, ({ meaning }) => meaning.presence)];
  groups.sort(([left], [right]) => byName(left, right));
  return GROUP_MODES.flatMap((mode) =>
    groups.flatMap(([name, members]) => {
      return members[mode].length === 0 ? [] : [{ name, mode, members: members[mode].map(({ secret }) => secret) }];
    }),
  );
}

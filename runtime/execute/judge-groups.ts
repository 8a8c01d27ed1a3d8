/** Presence groups, judged over the members that the scope shows (spec 2.6; 4.2, rule 7). */

import type { ViolationReport } from '#schemas/report.js';
import type { LinkedGroup } from '../link/linked-plan.js';

/** The groups that do not hold, in the order of the plan. */
export function judgeGroups(
  groups: readonly LinkedGroup[],
  isPresent: (secret: string) => boolean,
): readonly ViolationReport[] {
  return groups.flatMap(({ name, mode, members }) => {
    const present = members.filter(isPresent);
    const holds = mode === 'at_least_one' ? present.length >= 1 : present.length === 1;
    return holds ? [] : [{ kind: mode, group: name, secrets: members, present }];
  });
}

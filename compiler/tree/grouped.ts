/** A project with its presence groups, as the pass `group` leaves it and rules and warnings take it. */
import type { GroupMembers } from '#schemas/groups.js';
import type { Project, Secret } from './effective.js';

export interface Group {
  readonly name: string;
  readonly profile: string;
  /** Members by mode; a sound group has one of them. In the order of names. */
  readonly members: GroupMembers<Secret>;
}
export interface GroupedProject<P extends Project = Project> {
  readonly project: P;
  readonly groups: readonly Group[];
}

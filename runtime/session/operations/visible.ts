/** What a program sees of a plan: the names of its secrets, what is required, and its groups. No store is contacted. */
import type { ViolationReport } from '#schemas/report.js';
import { judgeGroups } from '../../execute/judge-groups.js';
import type { LinkedPlan } from '../../link/linked-plan.js';

export interface Visible extends Pick<LinkedPlan, 'profile' | 'scope'> {
  readonly secrets: readonly { readonly secret: string; readonly required: boolean }[];
  /** The groups that are violated where these have a value. */
  violations(isPresent: (secret: string) => boolean): readonly ViolationReport[];
}

export function visibleIn({ profile, scope, reads, finish, groups }: LinkedPlan): Visible {
  const steps = [...reads, ...finish.filter((step) => step.kind !== 'check identity')];
  const secrets = steps.flatMap(({ secret, required, visible }) => (visible ? [{ secret, required }] : []));
  return { profile, scope, secrets, violations: (isPresent) => judgeGroups(groups, isPresent) };
}

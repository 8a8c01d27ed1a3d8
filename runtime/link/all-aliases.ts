/** The aliases of a call: a project's wins over the user's of the same name. */
import { type Named, named } from '#schemas/named.js';
import type { Plan, PlannedStore } from '#schemas/plan.js';
import type { UserConfig } from '#schemas/user-config.js';

export function allAliases(plan: Plan, user: UserConfig): Named<PlannedStore> {
  return named([...Object.entries(user.aliases), ...Object.entries(plan.stores)]);
}

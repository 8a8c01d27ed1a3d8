/** What linking the secrets of one call has in common: aliases, chains, stores. */

import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import type { Claims } from '#schemas/stores/judge-spec.js';
import { allStores } from '#schemas/stores/store-table.js';
import type { UserConfig } from '#schemas/user-config.js';
import { allAliases } from './all-aliases.js';
import { StoreBinder } from './bind-stores.js';
import { chooseChains } from './choose-chains.js';
import type { LinkingWorld } from './link-reads.js';
import type { Wanted } from './linked-plan.js';
import type { WantedSecret } from './wanted.js';

export function linkingWorld(
  plan: Plan,
  profile: string,
  override: string | null,
  user: UserConfig,
  claims: Claims,
): LinkingWorld {
  const project = plan.project.name;
  const aliases = allAliases(plan, user);
  const table = allStores(aliases);
  const binder = new StoreBinder({ table, project, profile, claims });
  const chains = chooseChains(plan, profile, override, user, aliases);
  const isUserAlias = (name: string) => own(user.aliases, name) !== undefined && own(plan.stores, name) === undefined;
  return { binder, chains, table, project, profile, isUserAlias, factsOf };
}

export function factsOf({ secret, meaning, visible, nameable }: WantedSecret): Wanted {
  const { description, presence, deliver, type, text } = meaning;
  const facts = { secret, description, visible, nameable, required: presence === 'required', deliver };
  if (type === undefined && text === undefined) return facts;
  return { ...facts, ...(type !== undefined && { type }), ...(text !== undefined && { text }) };
}

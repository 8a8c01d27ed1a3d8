/** Plan + Choice + UserConfig → LinkedPlan: the plan for this user and this call. Pure: reads no file and no terminal. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { type Named, named, own } from '#schemas/named.js';
import type { Plan, Store } from '#schemas/plan.js';
import { allStores } from '#schemas/stores/store-table.js';
import type { UserConfig } from '#schemas/user-config.js';
import { StoreBinder } from './bind-stores.js';
import { chooseChains } from './choose-chains.js';
import { groupsOf } from './groups-of.js';
import { linkReads } from './link-reads.js';
import type { Choice, LinkedPlan, Wanted } from './linked-plan.js';
import { orderFinish } from './order-finish.js';
import { primaryStoreOf } from './primary-store.js';
import { selectProfile } from './select-profile.js';
import { type Scope, selectScope } from './select-scope.js';
import { unknownAmong, type WantedSecret, type WantedSecrets, wantedSecrets } from './wanted.js';

export type LinkResult =
  | { readonly kind: 'linked'; readonly plan: LinkedPlan }
  /** E08, each error once. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

const NONE: ReadonlySet<string> = new Set();

/**
 * Narrows the plan to one profile, one scope and the wanted secrets, and makes every store concrete. What is not wanted
 * is not processed. Linear in what is wanted. `claimedSchemes`: the schemes of external providers on this machine; a
 * caller that got an unknown store (E0804) may list them and link again.
 */
export function link(
  plan: Plan,
  choice: Choice,
  user: UserConfig,
  claimedSchemes: ReadonlySet<string> = NONE,
): LinkResult {
  const selected = selectProfile(plan, choice, user);
  if (selected.kind === 'refused') return refused(selected.diagnostic);
  const { profile } = selected;
  const view = selectScope(plan, choice.scope);
  if (view.kind === 'refused') return refused(view.diagnostic);
  const wanted = wantedSecrets(plan, profile, view.scope, choice.only);
  const unknown = unknownAmong(wanted, choice.only);
  if (unknown.length > 0) return refused(...unknownSecrets(plan, profile, view.scope, unknown));
  return linkWanted(plan, profile, view.scope, wanted, choice, user, claimedSchemes);
}

function linkWanted(
  plan: Plan,
  profile: string,
  scope: Scope,
  wanted: WantedSecrets,
  choice: Choice,
  user: UserConfig,
  claimedSchemes: ReadonlySet<string>,
): LinkResult {
  const project = plan.project.name;
  const aliases = allAliases(plan, user);
  const table = allStores(aliases);
  const binder = new StoreBinder({ table, project, profile, isClaimed: (scheme) => claimedSchemes.has(scheme) });
  const chains = chooseChains(plan, profile, choice.override, user, aliases);
  const isUserAlias = (name: string) => own(user.aliases, name) !== undefined && own(plan.stores, name) === undefined;
  const world = { binder, chains, table, project, profile, isUserAlias, factsOf };
  const { reads, firstStores, diagnostics } = linkReads(wanted, world);
  if (diagnostics.length > 0) return refused(...diagnostics);
  const finish = orderFinish(wanted, factsOf);
  const groups = choice.only === null ? groupsOf(wanted) : [];
  const { name, scrub } = scope;
  const first = primaryStoreOf(firstStores, binder);
  return {
    kind: 'linked',
    plan: { project, profile, scope: name, primaryStore: first, stores: binder.stores, reads, finish, groups, scrub },
  };
}

/** A project's alias wins over the user's of the same name. */
function allAliases(plan: Plan, user: UserConfig): Named<Store> {
  return named([...Object.entries(user.aliases), ...Object.entries(plan.stores)]);
}

function factsOf({ secret, meaning, visible, nameable }: WantedSecret): Wanted {
  const { description, presence, deliver, type, text } = meaning;
  const facts = { secret, description, visible, nameable, required: presence === 'required', deliver };
  if (type === undefined && text === undefined) return facts;
  return { ...facts, ...(type !== undefined && { type }), ...(text !== undefined && { text }) };
}

/** Lists the valid names; under a scope only those it shows. */
function unknownSecrets(plan: Plan, profile: string, scope: Scope, unknown: readonly string[]): readonly Diagnostic[] {
  const declared = [...wantedSecrets(plan, profile, scope, null).values()];
  const names = declared.filter(({ visible }) => visible).map(({ secret }) => secret);
  return unknown.map((secret) => linking.E0812({ secret, profile, declared: names }));
}

function refused(...diagnostics: readonly Diagnostic[]): LinkResult {
  return { kind: 'refused', diagnostics };
}

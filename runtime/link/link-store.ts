/** A store that a call names by itself, for the entries of one project and profile: no manifest is involved. Pure. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { addressOf, type At } from '#schemas/addresses/address.js';
import { type Claims, UNCLAIMED } from '#schemas/stores/judge-spec.js';
import { storeRefOf } from '#schemas/stores/store-ref.js';
import { allStores } from '#schemas/stores/store-table.js';
import type { UserConfig } from '#schemas/user-config.js';
import { StoreBinder } from './bind-stores.js';
import { type LinkRefused, refused } from './link-refused.js';
import type { LinkedPlan } from './linked-plan.js';
import { storeDiagnostic } from './store-diagnostic.js';

/** Whose entries they are, in stores that keep them apart. */
export interface EntryOwner {
  readonly project: string;
  readonly profile: string;
}

export interface LinkedAlone {
  readonly kind: 'linked';
  /** The store, and those that have its credentials. */
  readonly linked: LinkedPlan;
  readonly store: number;
  /** The entry of this key: as the alias says, else by convention. */
  readonly at: (key: string) => At;
}

/** `spec`: as of an override, so an alias of the user or an address. A cached alias means the first store behind it. */
export function linkStore(
  spec: string,
  owner: EntryOwner,
  user: UserConfig,
  claims: Claims = UNCLAIMED,
): LinkedAlone | LinkRefused {
  const table = allStores(user.aliases);
  const { project, profile } = owner;
  const binder = new StoreBinder({ table, project, profile, claims });
  const { links, faults } = binder.bind([storeRefOf(spec, (name) => table.aliases.includes(name))]);
  const [link] = links;
  if (faults.length > 0 || link === undefined)
    return refused(...distinct(faults.map((fault) => storeDiagnostic(fault, {}))));
  return {
    kind: 'linked',
    linked: linkedStores(owner, binder),
    store: link.store,
    at: (key) => addressOf({ kind: 'convention' }, link, { project, profile, key }),
  };
}

/** A plan of stores alone, which are used without reading a secret of a manifest. */
export function linkedStores({ project, profile }: EntryOwner, { stores }: StoreBinder): LinkedPlan {
  return { project, profile, scope: null, primaryStore: null, stores, reads: [], finish: [], groups: [], scrub: [] };
}

function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

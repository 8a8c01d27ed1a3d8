/**
 * Pass 5: chains and addresses. Specs of chains become references to project aliases, URIs, or open names that only the
 * user's machine can resolve (spec 2.3, 2.14); aliases become stores. The rules check the stores.
 */

import { named } from '#schemas/named.js';
import type { Chain, Naming, StoreRef } from '#schemas/plan.js';
import { storeRefOf } from '#schemas/stores/store-ref.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { aliasStore } from '../shape/alias-store.js';
import type { BoundProject, BoundSecret, BoundStore, Project, Secret } from '../tree/effective.js';
import type { WrittenAlias } from '../tree/written.js';

export function bind(project: Project, aliases: ReadonlyMap<string, WrittenAlias>): BoundProject {
  const refOf = (spec: string) => storeRefOf(spec, (name) => aliases.has(name));
  const stores = new Map<string, BoundStore>();
  for (const [name, { at, shape }] of aliases) stores.set(name, { store: aliasStore(shape, refOf), at });
  const bound = new Map<Secret, BoundSecret>();
  for (const secret of project.secrets) bound.set(secret, bindSecret(secret, refOf));
  const chains = new Map(
    project.profiles.map(({ name, chain }) => [name, chain === null ? null : chainOf(chain.value, refOf)]),
  );
  const table = projectStores(named([...stores].map(([name, { store }]) => [name, store])));
  return { ...project, stores, table, chains, bound };
}

type RefOf = (spec: string) => StoreRef;

function bindSecret({ fields }: Secret, refOf: RefOf): BoundSecret {
  return { route: chainOf(fields.providers ?? [], refOf) ?? 'profile', naming: namingOf(fields) };
}

/** An empty list is not a chain (semantics 2.2). */
function chainOf(specs: readonly string[], refOf: RefOf): Chain | null {
  const [first, ...others] = specs.map(refOf);
  return first === undefined ? null : [first, ...others];
}

function namingOf({ ref, refs }: Secret['fields']): Naming {
  if (ref !== undefined) return { kind: 'ref', at: ref };
  return refs === undefined ? { kind: 'convention' } : { kind: 'refs', by: named(Object.entries(refs)) };
}

/** Every store that a value is read from or copied to, and the entry there. */
import { type At, credentialAddress } from '#schemas/addresses/address.js';
import type { CredentialSource, Naming, Plan, StoreRef } from '#schemas/plan.js';
import { type EntryBehind, entryAt, entryBehind } from '#schemas/stores/entry-behind.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { type ChainUse, chainUses } from '../contacts/walk.js';
import { chainsIn } from '../outline/chains.js';
import type { Selected } from '../outline/selected.js';

/** A store of a secret, in the profiles that share its chain. */
export interface Reading {
  readonly secret: string;
  readonly profiles: readonly string[];
  readonly ref: StoreRef | null;
  /** Null: a copy, which no coordinates name. */
  readonly naming: Naming | null;
}

export function readingsOf(plan: Plan, selections: readonly Selected[]): readonly Reading[] {
  const chains = chainsIn(plan);
  return selections.flatMap((selected) => chainUses(plan, selected, chains).flatMap(readingsIn));
}

function readingsIn({ secret, profiles, refs, naming, cache }: ChainUse): readonly Reading[] {
  const values = refs.map((ref): Reading => ({ secret, profiles, ref, naming }));
  return cache === null ? values : [...values, { secret, profiles, ref: cache, naming: null }];
}

export function entryOf(plan: Plan, { secret, ref, naming }: Reading, profile: string): EntryBehind {
  const stores = projectStores(plan.stores);
  const names = { project: plan.project.name, profile, key: secret };
  if (naming !== null || ref === null) return entryBehind(ref, naming ?? CONVENTION, names, stores);
  return entryAt(ref, { kind: 'convention', ...names }, names, stores);
}
const CONVENTION: Naming = { kind: 'convention' };

export function credentialEntry(plan: Plan, source: CredentialSource, name: string, profile: string): EntryBehind {
  const names = { project: plan.project.name, profile, key: name };
  const at: At = credentialAddress(source.ref, names);
  return entryAt(source.store, at, names, projectStores(plan.stores));
}

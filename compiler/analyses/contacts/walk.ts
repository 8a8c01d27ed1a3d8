/**
 * Every contact that a plan allows, the one walk over chains, caches, credentials and writes: the outline, the list of contacts, costs and
 * policies are read off it, so that no two of them can disagree.
 */
import { byName, own } from '#schemas/named.js';
import type { CredentialSource, Naming, Plan, StoredSource, StoreRef } from '#schemas/plan.js';
import { type Chains, keeps, type ProfileChain, writtenIn } from '../outline/chains.js';
import type { Selected } from '../outline/selected.js';

/** What the stores of one chain are contacted for, for one secret. Secrets may share the list of stores. */
export interface ChainUse {
  readonly secret: string;
  readonly naming: Naming;
  readonly profiles: readonly string[];
  /** Read in this order, until one has the value; null is the user's default store. */
  readonly refs: readonly (StoreRef | null)[];
  /** Null: the chain is not cached. Its entry is read, written and deleted. */
  readonly cache: StoreRef | null;
  /** Where a value goes that no store had; null: nowhere. */
  readonly written: WrittenUse | null;
}
export interface WrittenUse {
  readonly ref: StoreRef | null;
  readonly for: 'generated' | 'prompted';
}

/** A credential that is read to open the store of an alias: of a project's alias, for no other is known (spec 5.1). */
export interface CredentialUse {
  readonly alias: string;
  readonly name: string;
  readonly source: CredentialSource;
}

/** By name of the secret. Composed and derived secrets contact nothing. */
export function chainUses(plan: Plan, { meanings }: Selected, chains: Chains): readonly ChainUse[] {
  return [...meanings.values()].flat().flatMap((selected) => {
    const { source } = selected.meaning;
    if (source.kind !== 'stored') return [];
    return chains.chainsOf(selected).map((chain) => ({
      secret: selected.secret,
      naming: source.naming,
      profiles: chain.profiles,
      refs: chain.refs,
      cache: chain.cached?.store.cache.store ?? null,
      written: writtenUse(plan, source, chain),
    }));
  });
}

function writtenUse(plan: Plan, source: StoredSource, chain: ProfileChain): WrittenUse | null {
  const { kind } = source.whenMissing;
  if (kind !== 'generate' && kind !== 'prompt') return null;
  const ref = writtenIn(plan, chain);
  if (ref === undefined || keeps(plan, source, ref) === false) return null;
  return { ref, for: kind === 'generate' ? 'generated' : 'prompted' };
}

/** The credentials of a store that is contacted. A credential is one hop away: its store needs none. */
export function credentialUses(plan: Plan, ref: StoreRef | null): readonly CredentialUse[] {
  const alias = ref === null || ref.kind === 'uri' ? undefined : own(plan.stores, ref.name);
  if (ref === null || ref.kind === 'uri' || alias === undefined || alias.kind === 'fallback') return [];
  return Object.entries(alias.credentials)
    .sort(([left], [right]) => byName(left, right))
    .map(([name, source]) => ({ alias: ref.name, name, source }));
}

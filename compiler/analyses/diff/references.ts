/** References to stores: all that a plan holds, and whether two of them mean the same store. */
import { canonicalJson } from '#schemas/canonical.js';
import { own } from '#schemas/named.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { aliasesBehind, storesNamedBy } from '#schemas/stores/stores-behind.js';
import { specKey } from './spec-key.js';

/** A reference as shown in changes. */
export function refText(ref: StoreRef): string {
  return ref.kind === 'uri' ? withoutCredentials(ref.uri) : ref.name;
}

/** A reference in one of two plans. */
export interface Reading {
  readonly plan: Plan;
  /** Names that one of the plans claims. */
  readonly claimed: ReadonlySet<string>;
  /** Names of aliases that are referred to on both sides: what they mean is compared with the aliases. */
  readonly kept: ReadonlySet<string>;
}

/**
 * Equal texts mean the same store, as far as the plan tells. A provider's bare name means the provider, unless it is
 * a name that one of the plans claims; an alias that only one side refers to means its store.
 */
export function refKey(ref: StoreRef, { plan, claimed, kept }: Reading): string {
  switch (ref.kind) {
    case 'alias':
      return (kept.has(ref.name) ? null : aliasKey(plan, ref.name)) ?? `name ${ref.name}`;
    case 'open':
      return claimed.has(ref.name) || descriptorOf(ref.name) === null ? `name ${ref.name}` : specKey(ref.name);
    case 'uri':
      return specKey(ref.uri);
  }
}

/** The names that both lists refer to. */
export function namesInBoth(before: readonly StoreRef[], after: readonly StoreRef[]): ReadonlySet<string> {
  const names = new Set(before.flatMap((ref) => (ref.kind === 'uri' ? [] : [ref.name])));
  return new Set(after.flatMap((ref) => (ref.kind !== 'uri' && names.has(ref.name) ? [ref.name] : [])));
}

/** The store of an alias; null if secrets have addresses under its name, which another name would lose. */
function aliasKey(plan: Plan, name: string): string | null {
  const store = own(plan.stores, name);
  if (store === undefined || namesOfRefs(plan).has(name)) return null;
  if (store.kind === 'leaf' && store.template === undefined && Object.keys(store.credentials).length === 0)
    return specKey(store.uri);
  return `store ${canonicalJson('uri' in store ? { ...store, uri: specKey(store.uri) } : store)}`;
}

function namesOfRefs(plan: Plan): ReadonlySet<string> {
  const known =
    refNames.get(plan) ??
    new Set(
      Object.values(plan.secrets)
        .flat()
        .flatMap(({ source }) => {
          return source.kind === 'stored' && source.naming.kind === 'refs' ? Object.keys(source.naming.by) : [];
        }),
    );
  refNames.set(plan, known);
  return known;
}
const refNames = new WeakMap<Plan, ReadonlySet<string>>();

/** All references of a plan, including those of unused chains. */
function* refsIn(plan: Plan): Generator<StoreRef> {
  yield* chainRefs(plan);
  for (const store of Object.values(plan.stores)) for (const { ref } of storesNamedBy(store)) yield ref;
}

export function openNamesIn(plan: Plan): ReadonlySet<string> {
  const names = new Set<string>();
  for (const ref of refsIn(plan)) if (ref.kind === 'open') names.add(ref.name);
  return names;
}

/** Aliases that a chain of a secret or profile reaches, also through fallbacks, caches and credentials. */
export function reachedAliases(plan: Plan): ReadonlySet<string> {
  return aliasesBehind(chainRefs(plan), projectStores(plan.stores));
}

function* chainRefs(plan: Plan): Generator<StoreRef> {
  for (const { route } of Object.values(plan.profiles)) yield* route ?? [];
  for (const { source } of Object.values(plan.secrets).flat()) {
    if (source.kind === 'stored' && source.route !== 'profile') yield* source.route;
  }
}

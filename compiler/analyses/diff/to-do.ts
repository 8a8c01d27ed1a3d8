/** Values that must be set before the new plan can be executed. */
import { canonicalJson } from '#schemas/canonical.js';
import { meaningIn } from '#schemas/meaning.js';
import { byName } from '#schemas/named.js';
import type { PlanSecret, StoredSource, StoreRef } from '#schemas/plan.js';
import type { OutlineStore } from '#schemas/plan-outline.js';
import type { ToDo } from '#schemas/plan-review.js';
import { addressOf } from '#schemas/stores/address.js';
import { conventionText } from '#schemas/stores/convention.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { leafBehind } from '#schemas/stores/stores-behind.js';
import { outlineStore } from '../outline/chains.js';
import { bornIn } from './born.js';
import { chainOf, spreadChain } from './chains.js';
import type { Comparison, InProfile, Pairing } from './comparison.js';
import { specKey } from './references.js';

/** New required secrets, and those whose first store or address changed, unless they get a value in another way. */
export function toDoOf(comparison: Comparison): readonly ToDo[] {
  const isBorn = bornIn(comparison);
  const kept = comparison.pairings.filter(({ cause }) => cause !== 'went');
  const found = new Map<
    string,
    { readonly secret: string; readonly store: OutlineStore; readonly profiles: string[] }
  >();
  for (const secret of Object.keys(comparison.new.secrets).sort(byName)) {
    for (const pairing of kept) {
      const store = storeToFill(pairing, secret, isBorn);
      if (store === null) continue;
      const key = canonicalJson([store, secret]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { secret, store, profiles: [pairing.profile] });
      else known.profiles.push(pairing.profile);
    }
  }
  return [...found]
    .sort(([left], [right]) => byName(left, right))
    .map(([, { secret, store, profiles }]) => ({
      secret,
      store,
      profiles: profiles.length === kept.length && kept.length > 1 ? 'all' : profiles.sort(byName),
    }));
}

function storeToFill({ from, to }: Pairing, secret: string, isBorn: (secret: string) => boolean): OutlineStore | null {
  const next = to && meaningIn(to.plan, to.profile, secret);
  if (to === null || next?.source.kind !== 'stored' || hasValueAnyway(next.source)) return null;
  const first = firstOf(next.source, to);
  const store: OutlineStore = first === null ? { kind: 'default' } : outlineStore(first);
  if (isBorn(secret)) return next.presence === 'required' ? store : null;
  const old = from && meaningIn(from.plan, from.profile, secret);
  if (from === null || old === null) return null;
  return placeOf(old, from, secret) === placeOf(next, to, secret) ? null : store;
}

function hasValueAnyway({ whenMissing }: StoredSource): boolean {
  return whenMissing.kind === 'default' || whenMissing.kind === 'generate';
}

/** Null: the user's default store. */
function firstOf(source: StoredSource, at: InProfile): StoreRef | null {
  return spreadChain(at.plan, chainOf(source, at))[0] ?? null;
}

/** Equal texts mean that the first store and the address in it are the same, as far as the plan tells. */
function placeOf({ source }: PlanSecret, at: InProfile, secret: string): string {
  if (source.kind !== 'stored') return source.kind;
  const ref = firstOf(source, at);
  const leaf = ref && leafBehind(ref, projectStores(at.plan.stores));
  const uri = leaf?.spec ?? null;
  // A profile always has entries of its own, so a different name of the profile is not a change of the address.
  const names = { project: at.plan.project.name, profile: '{profile}', key: secret };
  const alias = ref?.kind === 'open' ? ref.name : (leaf?.alias ?? null);
  const address = addressOf(source.naming, { alias, template: leaf?.template ?? null }, names);
  return canonicalJson([
    uri === null ? (ref?.kind === 'open' ? `name ${ref.name}` : null) : specKey(uri),
    address.kind === 'native' ? { ...address } : conventionText(uri, names),
  ]);
}

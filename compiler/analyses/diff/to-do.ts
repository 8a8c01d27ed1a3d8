/** Values that must be set before the new plan can be executed. */
import { canonicalJson } from '#schemas/canonical.js';
import { meaningIn } from '#schemas/meaning.js';
import { byName } from '#schemas/named.js';
import type { PlanSecret, StoredSource, StoreRef } from '#schemas/plan.js';
import type { OutlineStore } from '#schemas/plan-outline.js';
import type { ToDo } from '#schemas/plan-review.js';
import { entryBehind, entryText } from '#schemas/stores/entry-behind.js';
import { filledUri } from '#schemas/stores/path-placeholders.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { storeWritten } from '#schemas/stores/where-written.js';
import { outlineStore } from '../outline/chains.js';
import { bornIn } from './born.js';
import { chainOf, spreadChain } from './chains.js';
import type { Comparison, InProfile, Pairing } from './comparison.js';
import { specKey } from './spec-key.js';

/** New required secrets, and those whose first store or address changed, unless they get a value in another way. */
export function toDoOf(comparison: Comparison): readonly ToDo[] {
  const isBorn = bornIn(comparison);
  const kept = comparison.pairings.filter(({ cause }) => cause !== 'removed');
  const found = new Map<
    string,
    { readonly secret: string; readonly store: OutlineStore; readonly profiles: string[] }
  >();
  for (const secret of Object.keys(comparison.new.secrets).sort(byName)) {
    for (const pairing of [...kept, ...comparison.renamed]) {
      const store = storeToFill(pairing, secret, isBorn);
      if (store === null || pairing.to === null) continue;
      const key = canonicalJson([store, secret]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { secret, store, profiles: [pairing.to.profile] });
      else known.profiles.push(pairing.to.profile);
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

function storeToFill(
  { from, to }: Pick<Pairing, 'from' | 'to'>,
  secret: string,
  isBorn: (secret: string) => boolean,
): OutlineStore | null {
  const next = to && meaningIn(to.plan, to.profile, secret);
  if (to === null || next?.source.kind !== 'stored' || hasValueAnyway(next.source)) return null;
  const store = firstWritable(next.source, to);
  if (store === null) return null;
  if (isBorn(secret)) return next.presence === 'required' ? store : null;
  const old = from && meaningIn(from.plan, from.profile, secret);
  if (from === null || old === null) return null;
  // A profile always has entries of its own, so the name of another profile is not a change of the address.
  const isRenamed = from.plan !== to.plan && from.profile !== to.profile;
  const before = new Set(placesOf(old, from, isRenamed ? from.profile : ANY, secret));
  return placesOf(next, to, isRenamed ? to.profile : ANY, secret).some((place) => before.has(place)) ? null : store;
}

/** Any profile: a name that every store can have. */
const ANY = 'profile';

function hasValueAnyway({ whenMissing }: StoredSource): boolean {
  return whenMissing.kind === 'default' || whenMissing.kind === 'generate';
}

/** The first store that can be written, as far as the plan tells; null if none can. */
function firstWritable(source: StoredSource, at: InProfile): OutlineStore | null {
  const chain = chainOf(source, at);
  if (chain.length === 0) return { kind: 'default' };
  const store = storeWritten(chain, projectStores(at.plan.stores));
  return store && outlineStore(store);
}

/** Where the value may be: equal texts mean the same store and the same address in it, as far as the plan tells. */
function placesOf({ source }: PlanSecret, at: InProfile, profile: string, secret: string): readonly string[] {
  if (source.kind !== 'stored') return [source.kind];
  const chain = spreadChain(at.plan, chainOf(source, at));
  return (chain.length === 0 ? [null] : chain).map((ref) => placeIn(source, ref, at, { profile, key: secret }));
}

function placeIn(
  { naming }: StoredSource,
  ref: StoreRef | null,
  { plan }: InProfile,
  { profile, key }: { readonly profile: string; readonly key: string },
): string {
  const names = { project: plan.project.name, profile, key };
  const found = entryBehind(ref, naming, names, projectStores(plan.stores));
  const store = found.uri === null ? null : specKey(filledUri(found.uri, names).written);
  return canonicalJson([store ?? (ref?.kind === 'open' ? `name ${ref.name}` : null), entryText(found)]);
}

/**
 * Which secrets of the new plan are new, and not old ones under another name. A scope that gets a new secret is
 * extended as usual; one that gets an old secret under a new name receives a value that it did not have.
 */
import { meaningIn, profilesOf } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Coordinates, Plan, PlanSecret } from '#schemas/plan.js';
import { addressOf } from '#schemas/stores/address.js';
import { conventionText } from '#schemas/stores/convention.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { leafBehind } from '#schemas/stores/stores-behind.js';
import { chainOf, spreadChain } from './chains.js';
import type { Comparison } from './comparison.js';

/** True for a name that no old profile has, if no old secret had any of its addresses in any store. */
export function bornIn({ old: before, new: after }: Comparison): (secret: string) => boolean {
  let old: ReadonlyMap<string, readonly Coordinates[]> | null = null;
  const known = new Map<string, boolean>();
  const isBorn = (secret: string) => {
    if (own(before.secrets, secret) !== undefined) return false;
    old ??= addressesByItem(before);
    const taken = old;
    return !addressesIn(after, secret).some((at) => (taken.get(itemKey(at)) ?? []).some((other) => overlap(at, other)));
  };
  return (secret) => {
    const answer = known.get(secret) ?? isBorn(secret);
    known.set(secret, answer);
    return answer;
  };
}

function addressesByItem(plan: Plan): ReadonlyMap<string, readonly Coordinates[]> {
  const byItem = new Map<string, Coordinates[]>();
  for (const secret of Object.keys(plan.secrets)) {
    for (const at of addressesIn(plan, secret)) {
      const known = byItem.get(itemKey(at));
      if (known === undefined) byItem.set(itemKey(at), [at]);
      else known.push(at);
    }
  }
  return byItem;
}

/** All places where the secret may be according to the plan, in any profile. */
function addressesIn(plan: Plan, secret: string): readonly Coordinates[] {
  return (own(plan.secrets, secret) ?? []).flatMap((meaning) => {
    const { source } = meaning;
    if (source.kind !== 'stored') return [];
    if (source.naming.kind === 'ref') return [source.naming.at];
    const written = source.naming.kind === 'refs' ? Object.values(source.naming.by) : [];
    return [...written, ...profilesOf(plan, meaning).flatMap((profile) => unwritten(plan, profile, secret))];
  });
}

/** By the template of an alias, or by convention, written as a `ref` to that place. */
function unwritten(plan: Plan, profile: string, secret: string): readonly Coordinates[] {
  const source = storedSource(meaningIn(plan, profile, secret));
  if (source === null) return [];
  const names = { project: plan.project.name, profile, key: secret };
  const stores = projectStores(plan.stores);
  const chain = spreadChain(plan, chainOf(source, { plan, profile }));
  return (chain.length === 0 ? [null] : chain).flatMap((ref): readonly Coordinates[] => {
    const leaf = ref && leafBehind(ref, stores);
    const at = addressOf({ kind: 'convention' }, { alias: null, template: leaf?.template ?? null }, names);
    if (at.kind === 'native') return [at];
    const uri = leaf?.spec ?? null;
    // A store that only the machine knows may have one entry per key for all projects.
    return [{ item: conventionText(uri, names) }, ...(uri === null ? [{ item: secret }] : [])];
  });
}

function storedSource(meaning: PlanSecret | null) {
  return meaning?.source.kind === 'stored' ? meaning.source : null;
}

/** Stores treat case and slashes differently: items that are the same in some store count as the same. */
function itemKey({ item }: Coordinates): string {
  return item.normalize('NFKC').toLowerCase().split('/').filter(Boolean).join('/');
}

/** A part that one of two addresses omits may be the part in the other. Another version is the same secret. */
function overlap(one: Coordinates, other: Coordinates): boolean {
  return (['field', 'vault', 'section'] as const).every(
    (name) => one[name] === undefined || other[name] === undefined || one[name] === other[name],
  );
}

/**
 * Which secrets of the new plan are new, and not old ones under another name. A scope that gets a new secret is
 * extended as usual; one that gets an old secret under a new name receives a value that it did not have.
 */
import { profilesOf } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Coordinates, Plan, StoredSource } from '#schemas/plan.js';
import type { Entry } from '#schemas/addresses/entry.js';
import { entryBehind } from '#schemas/stores/entry-behind.js';
import type { PlaceholderValues } from '#schemas/addresses/placeholders.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { chainOf, spreadChain } from './chains.js';
import type { Comparison } from './comparison.js';

/** True for a name that no old profile has, if no old secret had any of its addresses in any store. */
export function bornIn({ old: before, new: after }: Comparison): (secret: string) => boolean {
  let old: Taken | null = null;
  const known = new Map<string, boolean>();
  const isBorn = (secret: string) => {
    if (own(before.secrets, secret) !== undefined) return false;
    old ??= takenIn(before);
    const taken = old;
    return !addressesIn(after, secret).some((at) => isTaken(at, taken));
  };
  return (secret) => {
    const answer = known.get(secret) ?? isBorn(secret);
    known.set(secret, answer);
    return answer;
  };
}

/** The addresses of all secrets of a plan. */
interface Taken {
  readonly byItem: ReadonlyMap<string, readonly Address[]>;
  /** Entries by convention. */
  readonly usual: ReadonlySet<string>;
  /** What the items of the other entries end in. */
  readonly ends: ReadonlySet<string>;
}

interface Address extends Coordinates {
  /** `project/profile/key`, by convention: many stores write something before it, such as `tool/` or a prefix. */
  readonly isUsual?: true;
}

function takenIn(plan: Plan): Taken {
  const byItem = new Map<string, Address[]>();
  const usual = new Set<string>();
  const ends = new Set<string>();
  for (const at of Object.keys(plan.secrets).flatMap((secret) => addressesIn(plan, secret))) {
    const key = itemKey(at);
    const known = byItem.get(key);
    if (known === undefined) byItem.set(key, [at]);
    else known.push(at);
    if (at.isUsual) usual.add(key);
    else for (const end of endsOf(key)) ends.add(end);
  }
  return { byItem, usual, ends };
}

function isTaken(at: Address, { byItem, usual, ends }: Taken): boolean {
  const key = itemKey(at);
  if (byItem.get(key)?.some((other) => overlap(at, other))) return true;
  return at.isUsual ? ends.has(key) : endsOf(key).some((end) => usual.has(end));
}

/** All places where the secret may be according to the plan, in any profile. */
function addressesIn(plan: Plan, secret: string): readonly Address[] {
  return (own(plan.secrets, secret) ?? []).flatMap((meaning) => {
    const { source } = meaning;
    if (source.kind !== 'stored') return [];
    const { naming } = source;
    const written = naming.kind === 'ref' ? [naming.at] : naming.kind === 'refs' ? Object.values(naming.by) : [];
    const found = profilesOf(plan, meaning).flatMap((profile) => inStores(plan, source, { profile, key: secret }));
    return [...written, ...found];
  });
}

/** In the stores of one profile: as the plan addresses it, and as the store calls it. */
function inStores(plan: Plan, source: StoredSource, one: Omit<PlaceholderValues, 'project'>): readonly Address[] {
  const names = { project: plan.project.name, ...one };
  const stores = projectStores(plan.stores);
  const chain = spreadChain(plan, chainOf(source, { plan, profile: one.profile }));
  const usual: Address = { item: `${names.project}/${names.profile}/${names.key}`, isUsual: true };
  const found = (chain.length === 0 ? [null] : chain).flatMap((ref): readonly Address[] => {
    const { at, uri, entry } = entryBehind(ref, source.naming, names, stores);
    // A store that is configured only on the machine may have one entry per key for all projects.
    const called = entry ?? (uri === null && at.kind === 'convention' ? { item: names.key } : null);
    const address = at.kind === 'native' ? at : usual;
    return called === null ? [address] : [address, 'item' in called ? called : coordinatesOfEntry(called)];
  });
  // The usual one once, however long the chain is.
  return [...new Set(found)];
}

/** Written as a `ref` to that place. */
function coordinatesOfEntry({ name, field, section }: Entry): Coordinates {
  return { item: name, ...(field !== undefined && { field }), ...(section !== undefined && { section }) };
}

/** Stores treat case differently and separate parts by different marks: items that are the same in some store count as the same. */
function itemKey({ item }: Coordinates): string {
  return item
    .normalize('NFKC')
    .toLowerCase()
    .split(/[/:]|--/u)
    .filter(Boolean)
    .join('/');
}

/** `a/b/c`, `b/c` and `c`. An entry by convention has few parts. */
function endsOf(key: string): readonly string[] {
  const parts = key.split('/').slice(-MOST_PARTS);
  return parts.map((_, index) => parts.slice(index).join('/'));
}

const MOST_PARTS = 10;

/** A part that one of two addresses omits may be the part in the other. Another version is the same secret. */
function overlap(one: Coordinates, other: Coordinates): boolean {
  return (['field', 'vault', 'section'] as const).every(
    (name) => one[name] === undefined || other[name] === undefined || one[name] === other[name],
  );
}

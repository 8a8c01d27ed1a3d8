/** The stores that a secret is read from and written to, and the aliases that lead there. */
import { own } from '#schemas/named.js';
import type { Plan, PlanSecret, StoredSource, StoreRef } from '#schemas/plan.js';
import type { WhyPlace, WhyProfile, WhyStore } from '#schemas/plan-why.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { type EntryBehind, entryBehind } from '#schemas/stores/entry-behind.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { shownAddress } from '../questions/shown-address.js';
import { chainOf, type ProfileChain, writtenIn } from '../outline/chains.js';

interface AskedSecret {
  readonly plan: Plan;
  readonly name: string;
  readonly profile: string;
  readonly meaning: PlanSecret;
  /** Empty if the name is not an alias of the project. */
  readonly placeOfAlias: (alias: string) => readonly WhyPlace[];
}

export function storesOf(asked: AskedSecret): Pick<WhyProfile, 'chain' | 'writes'> {
  const { plan, profile, meaning } = asked;
  const { source } = meaning;
  if (source.kind !== 'stored') return { chain: [], writes: null };
  const route = source.route === 'profile' ? (own(plan.profiles, profile)?.route ?? null) : source.route;
  const chain = chainOf(plan, route, [profile]);
  return {
    chain: chain.refs.map((ref) => storeOf(asked, source, chain, ref)),
    writes: writtenTo(asked, source, chain),
  };
}

function storeOf(asked: AskedSecret, source: StoredSource, { cached }: ProfileChain, ref: StoreRef | null): WhyStore {
  const aliases = [
    ...(cached === null ? [] : [cached.alias]),
    ...(ref === null || ref.kind === 'uri' ? [] : [ref.name]),
  ];
  const from = [...new Set(aliases)].flatMap(asked.placeOfAlias);
  const entry = entryOf(asked, source, ref);
  return {
    store: ref && withoutCredentials(ref.kind === 'uri' ? ref.uri : ref.name),
    uri: entry.uri && withoutCredentials(entry.uri.written),
    at: shownAddress(entry),
    ...(from.length > 0 && { from }),
  };
}

/** Of a chain that can be written by its kind, the store may still refuse this entry. */
function writtenTo(asked: AskedSecret, source: StoredSource, chain: ProfileChain): WhyStore | null {
  if (source.extract !== undefined) return null;
  const ref = writtenIn(asked.plan, chain);
  return ref === undefined || refuses(entryOf(asked, source, ref)) ? null : storeOf(asked, source, chain, ref);
}

function refuses({ at, uri, entry }: EntryBehind): boolean {
  const descriptor = uri === null ? null : descriptorOf(uri.scheme);
  if (uri === null || descriptor === null) return false;
  const { write } = descriptor.abilities(uri);
  if (write === 'no' || (write === 'convention' && at.kind === 'native')) return true;
  return entry !== null && descriptor.refusesChange?.(entry, 'write', uri) != null;
}

function entryOf({ plan, name, profile }: AskedSecret, { naming }: StoredSource, ref: StoreRef | null): EntryBehind {
  return entryBehind(ref, naming, { project: plan.project.name, profile, key: name }, projectStores(plan.stores));
}

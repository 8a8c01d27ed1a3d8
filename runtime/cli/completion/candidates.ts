/** The candidates at a position: what the position offers, looked up, and only what fits to what is already written. */
import { byName, type Named, own } from '#schemas/named.js';
import type { Chain, Plan, PlanSecret, PlannedStore, StoreRef } from '#schemas/plan.js';
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { providers } from '#schemas/providers/index.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { UserConfig } from '#schemas/user-config.js';
import type { Candidate } from '../../analysis/completion/candidate.js';
import type { Facts } from '../../analysis/completion/facts.js';
import type { Offer, Position } from './position.js';

/** In the order of the offers, each text once. */
export async function candidatesAt(position: Position, facts: Facts): Promise<readonly Candidate[]> {
  const found = await Promise.all(position.offers.map((offer) => offered(offer, position, facts)));
  const unique = new Map(found.flat().map((candidate) => [candidate.text, candidate]));
  return fitting([...unique.values()], position.typed);
}

/** What starts as written; if nothing does, what starts so in other letter case. */
function fitting(candidates: readonly Candidate[], typed: string): readonly Candidate[] {
  const exact = candidates.filter(({ text }) => text.startsWith(typed));
  if (exact.length > 0) return exact;
  const folded = typed.toLowerCase();
  return candidates.filter(({ text }) => text.toLowerCase().startsWith(folded));
}

async function offered(offer: Offer, position: Position, facts: Facts): Promise<readonly Candidate[]> {
  switch (offer.kind) {
    case 'fixed':
      return offer.candidates;
    case 'profiles':
      return namesOf((await facts.plan())?.profiles);
    case 'scopes':
      return namesOf((await facts.plan())?.scopes);
    case 'secrets':
      return secretsOf(await facts.plan(), position);
    case 'aliases':
      return aliasesOf(await facts.plan(), await facts.user());
    case 'stores':
      return storesOf(position.typed, facts);
    case 'codes':
      return (await facts.codes()).map(([text, description]) => ({ text, description }));
    case 'warnings':
      return (await facts.codes()).flatMap(([text, description]) =>
        text.startsWith('W') ? { text, description } : [],
      );
    case 'paths':
      return facts.paths(position.typed);
    case 'revisions':
      return [...facts.revisions().map((text) => ({ text })), ...facts.paths(position.typed)];
    case 'executables':
      return facts.executables(position.typed);
    case 'nothing':
      return [];
  }
}

function namesOf(named: Named<unknown> = {}): readonly Candidate[] {
  return Object.keys(named).map((text) => ({ text }));
}

/** Those of the profile that the command line names, if the manifest has it; never one that is already given. */
function secretsOf(plan: Plan | null, { profile, given }: Position): readonly Candidate[] {
  if (plan === null) return [];
  const narrowed = profile !== null && own(plan.profiles, profile) !== undefined ? profile : null;
  return Object.entries(plan.secrets).flatMap(([text, meanings]) => {
    const meaning = meanings.find((one) => narrowed === null || isIn(one, narrowed));
    return meaning === undefined || given.includes(text) ? [] : { text, description: meaning.description };
  });
}

function isIn({ in: profiles }: PlanSecret, profile: string): boolean {
  if (profiles === 'all') return true;
  return 'only' in profiles ? profiles.only.includes(profile) : !profiles.except.includes(profile);
}

/** Those of the manifest win over those of the user. */
function aliasesOf(plan: Plan | null, user: UserConfig | null): readonly Candidate[] {
  const aliases = new Map([...Object.entries(user?.aliases ?? {}), ...Object.entries(plan?.stores ?? {})]);
  return [...aliases]
    .sort(([left], [right]) => byName(left, right))
    .map(([text, store]) => ({ text, ...meant(store) }));
}

function meant(store: PlannedStore): { readonly description?: string } {
  return store.kind === 'fallback' ? {} : { description: withoutCredentials(store.uri) };
}

/** Aliases, the addresses in the manifest, and providers; after the scheme of a store of files, paths. */
async function storesOf(typed: string, facts: Facts): Promise<readonly Candidate[]> {
  const [head = '', scheme = ''] = /^([a-z][a-z0-9+.-]*):(?:\/\/)?/u.exec(typed) ?? [];
  const known = schemes().find((one) => one.scheme === scheme);
  const hasPath = known?.uri.location === 'file' || known?.uri.location === 'folder';
  const paths = hasPath ? facts.storePaths(typed.slice(head.length)) : [];
  const plan = await facts.plan();
  return [
    ...aliasesOf(plan, await facts.user()),
    ...addressesIn(plan).map((text) => ({ text })),
    ...schemes().map(schemeToWrite),
    ...paths.map((path) => ({ ...path, text: `${head}${path.text}` })),
  ];
}

/** `keyring`, which is an address already; `age:` and `vault://`, where the rest must follow. */
function schemeToWrite({ scheme, title, uri: { location, defaultLocation } }: ProviderDescriptor): Candidate {
  const isServer = location === 'server';
  const isPath = location === 'file' || location === 'folder';
  if (defaultLocation !== undefined || !(isServer || isPath)) return { text: scheme, description: title };
  return { text: `${scheme}:${isServer ? '//' : ''}`, description: title, isOpen: true };
}

function schemes(): readonly ProviderDescriptor[] {
  return Object.values(providers).filter(({ available }) => available);
}

/** Spelled out in the manifest, without those that might hold a credential. */
function addressesIn(plan: Plan | null): readonly string[] {
  if (plan === null) return [];
  const own = Object.values(plan.secrets)
    .flat()
    .flatMap(({ source }) => (source.kind === 'stored' && source.route !== 'profile' ? [source.route] : []));
  const chains: readonly (Chain | readonly StoreRef[])[] = [
    ...Object.values(plan.profiles).map(({ route }) => route ?? []),
    ...own,
  ];
  const addresses = chains.flat().flatMap((store) => (store.kind === 'uri' ? [store.uri] : []));
  return [...new Set(addresses)].filter((address) => withoutCredentials(address) === address).sort(byName);
}

/** Which stores a plan may contact, and for what. */
import { byName, type Named, own } from '#schemas/named.js';
import type { CredentialSource, Plan, StoreRef } from '#schemas/plan.js';
import type { Contact, OutlineStore, Some } from '#schemas/plan-outline.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import {
  type Chains,
  keeps,
  outlineStore,
  type ProfileChain,
  specOf,
  usualAddress,
  writtenIn,
} from './outline/chains.js';
import type { Selected, SelectedMeaning } from './outline/selected.js';
import { NAMES_SHOWN, NameTally, some, someNames } from './outline/some.js';

type Purpose = 'writesGenerated' | 'writesEntered' | 'caches';
type Refs = readonly (StoreRef | null)[];

interface Purposes {
  readonly store: OutlineStore;
  /** The chains that name it. */
  readonly chains: Set<Refs>;
  readonly secrets: Readonly<Record<Purpose, NameTally>>;
  readonly credentials: Map<string, { readonly name: string; readonly of: string }>;
}

/** Stores that the plan names by alias first, then URIs, then names that only the user's machine can resolve, then its default. */
export function contactsOf(plan: Plan, { meanings, profiles }: Selected, chains: Chains): readonly Contact[] {
  const contacts = new Contacts();
  for (const selected of [...meanings.values()].flat()) {
    for (const chain of chains.chainsOf(selected)) addChain(plan, contacts, selected, chain);
  }
  contacts.addReads();
  for (const [alias, { credentials }] of credentialsOf(plan, contacts)) addCredentials(contacts, alias, credentials);
  return contacts.sorted().map((purposes) => contactOf(plan, purposes, contacts.readersOf(purposes), profiles));
}

function addChain(
  plan: Plan,
  contacts: Contacts,
  { secret, meaning: { source } }: SelectedMeaning,
  chain: ProfileChain,
): void {
  if (source.kind !== 'stored') return;
  contacts.read(chain.refs, secret);
  if (chain.cached !== null) contacts.at(chain.cached.store.cache.store).secrets.caches.add(secret);
  const { kind } = source.whenMissing;
  if (kind !== 'generate' && kind !== 'prompt') return;
  const store = writtenIn(plan, chain);
  if (store === undefined || keeps(plan, source, store) === false) return;
  contacts.at(store).secrets[kind === 'generate' ? 'writesGenerated' : 'writesEntered'].add(secret);
}

/** What the stores are contacted for. Secrets are added by name. */
class Contacts {
  readonly #byKey = new Map<string, Purposes>();
  /** A cache: many secrets share one reference of a plan. */
  readonly #byRef = new Map<StoreRef | null, Purposes>();
  /** The readers of each chain, in the order of names. */
  readonly #readers = new Map<Refs, string[]>();
  readonly #numbers = new Map<Refs, number>();
  readonly #unions = new Map<string, Some<string>>();

  at(ref: StoreRef | null): Purposes {
    const known = this.#byRef.get(ref);
    if (known !== undefined) return known;
    const store: OutlineStore = ref === null ? { kind: 'default' } : outlineStore(ref);
    const purposes = this.#byKey.get(keyOf(store)) ?? noPurposes(store);
    this.#byKey.set(keyOf(store), purposes);
    this.#byRef.set(ref, purposes);
    return purposes;
  }

  /** Many secrets may share a chain of many stores: what is read is counted by chain, not by store. */
  read(refs: Refs, secret: string): void {
    const readers = this.#readers.get(refs);
    if (readers === undefined) this.#readers.set(refs, [secret]);
    else if (readers.at(-1) !== secret) readers.push(secret);
  }

  /** Once all secrets were added. */
  addReads(): void {
    for (const refs of this.#readers.keys()) for (const ref of refs) this.at(ref).chains.add(refs);
  }

  /** The secrets that read the store. Stores of the same chains have the same. */
  readersOf({ chains }: Purposes): Some<string> {
    const key = [...chains].map((refs) => this.#numberOf(refs)).join(' ');
    const known = this.#unions.get(key) ?? someNames(this.#union(chains));
    this.#unions.set(key, known);
    return known;
  }

  #union(chains: ReadonlySet<Refs>): readonly string[] {
    const [only, ...others] = [...chains].map((refs) => this.#readers.get(refs) ?? []);
    if (only === undefined || others.length === 0) return only ?? [];
    return [...new Set([only, ...others].flat())].sort(byName);
  }

  #numberOf(refs: Refs): number {
    const number = this.#numbers.get(refs) ?? this.#numbers.size;
    this.#numbers.set(refs, number);
    return number;
  }

  sorted(): readonly Purposes[] {
    return [...this.#byKey].sort(([left], [right]) => byName(left, right)).map(([, purposes]) => purposes);
  }
}

function noPurposes(store: OutlineStore): Purposes {
  const secrets = {
    writesGenerated: new NameTally(),
    writesEntered: new NameTally(),
    caches: new NameTally(),
  };
  return { store, chains: new Set(), secrets, credentials: new Map() };
}

/** The sort key of a contact. */
function keyOf(store: OutlineStore): string {
  switch (store.kind) {
    case 'alias':
      return `1 ${store.name}`;
    case 'uri':
      return `2 ${store.uri}`;
    case 'open':
      return `3 ${store.name}`;
    case 'default':
      return '4';
  }
}

/** The aliases contacted that need credentials, those of caches included. Credentials are one hop away (spec 5.1, rule 3). */
function credentialsOf(
  plan: Plan,
  contacts: Contacts,
): readonly (readonly [string, { readonly credentials: Named<CredentialSource> }])[] {
  return contacts.sorted().flatMap(({ store }) => {
    const found = store.kind === 'alias' ? own(plan.stores, store.name) : undefined;
    return store.kind !== 'alias' || found === undefined || found.kind === 'fallback'
      ? []
      : [[store.name, found] as const];
  });
}

function addCredentials(contacts: Contacts, alias: string, credentials: Named<CredentialSource>): void {
  for (const [name, { store }] of Object.entries(credentials)) {
    contacts.at(store).credentials.set(`${alias} ${name}`, { name, of: alias });
  }
}

function contactOf(
  plan: Plan,
  { store, secrets, credentials }: Purposes,
  reads: Some<string>,
  profiles: readonly string[],
): Contact {
  const ref = refOf(store);
  const uri = ref === null ? null : specOf(plan, ref);
  const listed = [...credentials].sort(([left], [right]) => byName(left, right));
  return {
    store,
    uri: uri === null ? null : withoutCredentials(uri),
    entries: usualAddress(plan, ref, profiles),
    reads,
    writesGenerated: secrets.writesGenerated.names,
    writesEntered: secrets.writesEntered.names,
    caches: secrets.caches.names,
    credentials: some(listed, NAMES_SHOWN, ([, credential]) => credential),
  };
}

function refOf(store: OutlineStore): StoreRef | null {
  return store.kind === 'default' ? null : store;
}

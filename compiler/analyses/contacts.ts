/** Which stores a plan may contact, and for what. */
import { byName, type Named, own } from '#schemas/named.js';
import type { CredentialSource, Plan, StoreRef } from '#schemas/plan.js';
import type { Contact, OutlineStore } from '#schemas/plan-outline.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { type Chains, keeps, outlineStore, type ProfileChain, specOf, usualAddress } from './outline/chains.js';
import type { Selected, SelectedMeaning } from './outline/selected.js';
import { NAMES_SHOWN, NameTally, some } from './outline/some.js';

type Purpose = 'reads' | 'writesGenerated' | 'writesEntered' | 'caches';

interface Purposes {
  readonly store: OutlineStore;
  readonly secrets: Readonly<Record<Purpose, NameTally>>;
  readonly credentials: Map<string, { readonly name: string; readonly of: string }>;
}

/** Stores that the plan names by alias first, then URIs, then names that only the user's machine can resolve, then its default. */
export function contactsOf(plan: Plan, { meanings, profiles }: Selected, chains: Chains): readonly Contact[] {
  const contacts = new Contacts();
  for (const selected of [...meanings.values()].flat()) {
    for (const chain of chains.chainsOf(selected)) addChain(plan, contacts, selected, chain);
  }
  for (const [alias, { credentials }] of credentialsOf(plan, contacts)) addCredentials(contacts, alias, credentials);
  return contacts.sorted().map((purposes) => contactOf(plan, purposes, profiles));
}

function addChain(
  plan: Plan,
  contacts: Contacts,
  { secret, meaning: { source } }: SelectedMeaning,
  chain: ProfileChain,
): void {
  if (source.kind !== 'stored') return;
  for (const ref of chain.refs) contacts.at(ref).secrets.reads.add(secret);
  if (chain.cached !== null) contacts.at(chain.cached.store.cache.store).secrets.caches.add(secret);
  const { kind } = source.whenMissing;
  const [first] = chain.refs;
  if ((kind !== 'generate' && kind !== 'prompt') || first === undefined || keeps(plan, source, first) === false) return;
  contacts.at(first).secrets[kind === 'generate' ? 'writesGenerated' : 'writesEntered'].add(secret);
}

/** What the stores are contacted for. Secrets are added by name. */
class Contacts {
  readonly #byKey = new Map<string, Purposes>();
  /** A cache: many secrets share one reference of a plan. */
  readonly #byRef = new Map<StoreRef | null, Purposes>();

  at(ref: StoreRef | null): Purposes {
    const known = this.#byRef.get(ref);
    if (known !== undefined) return known;
    const store: OutlineStore = ref === null ? { kind: 'default' } : outlineStore(ref);
    const purposes = this.#byKey.get(keyOf(store)) ?? noPurposes(store);
    this.#byKey.set(keyOf(store), purposes);
    this.#byRef.set(ref, purposes);
    return purposes;
  }

  sorted(): readonly Purposes[] {
    return [...this.#byKey].sort(([left], [right]) => byName(left, right)).map(([, purposes]) => purposes);
  }
}

function noPurposes(store: OutlineStore): Purposes {
  const secrets = {
    reads: new NameTally(),
    writesGenerated: new NameTally(),
    writesEntered: new NameTally(),
    caches: new NameTally(),
  };
  return { store, secrets, credentials: new Map() };
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

function contactOf(plan: Plan, { store, secrets, credentials }: Purposes, profiles: readonly string[]): Contact {
  const ref = refOf(store);
  const uri = ref === null ? null : specOf(plan, ref);
  const listed = [...credentials].sort(([left], [right]) => byName(left, right));
  return {
    store,
    uri: uri === null ? null : withoutCredentials(uri),
    entries: usualAddress(plan, ref, profiles),
    reads: secrets.reads.names,
    writesGenerated: secrets.writesGenerated.names,
    writesEntered: secrets.writesEntered.names,
    caches: secrets.caches.names,
    credentials: some(listed, NAMES_SHOWN, ([, credential]) => credential),
  };
}

function refOf(store: OutlineStore): StoreRef | null {
  return store.kind === 'default' ? null : store;
}

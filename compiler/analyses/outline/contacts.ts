/** Which stores a plan may contact, and for what. */
import { byName } from '#schemas/named.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import type { Contact, OutlineStore, Some } from '#schemas/plan-outline.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { type ChainUse, type CredentialUse, chainUses, credentialUses } from '../contacts/walk.js';
import { type Chains, outlineStore, specOf, usualAddress } from './chains.js';
import type { Selected } from './selected.js';
import { NAMES_SHOWN, NameTally, some, someNames } from './some.js';

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
export function contactsOf(plan: Plan, selected: Selected, chains: Chains): readonly Contact[] {
  const contacts = new Contacts();
  for (const use of chainUses(plan, selected, chains)) addUse(contacts, use);
  contacts.addReads();
  for (const { store } of contacts.sorted()) addCredentials(contacts, credentialUses(plan, refOf(store)));
  return contacts
    .sorted()
    .map((purposes) => contactOf(plan, purposes, contacts.readersOf(purposes), selected.profiles));
}

function addUse(contacts: Contacts, { secret, refs, cache, written }: ChainUse): void {
  contacts.read(refs, secret);
  if (cache !== null) contacts.at(cache).secrets.caches.add(secret);
  if (written !== null) contacts.at(written.ref).secrets[WRITES[written.for]].add(secret);
}
const WRITES = { generated: 'writesGenerated', prompted: 'writesEntered' } as const;

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

function addCredentials(contacts: Contacts, uses: readonly CredentialUse[]): void {
  for (const { alias, name, source } of uses)
    contacts.at(source.store).credentials.set(`${alias} ${name}`, { name, of: alias });
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

/**
 * What a linked plan, and what a call asked for besides, allow to be contacted: the one place that every contact passes before it leaves.
 * Anything else is a bug of ours: it is refused, recorded, and fails the operation.
 */
import { type At, addressKey } from '#schemas/addresses/address.js';
import type { StoreAccess } from '../access/store-access.js';
import { Failure } from '../failure.js';
import type { ConcreteStore, LinkedPlan, Reading } from '../link/linked-plan.js';
import type { OutsideContact } from './outside-plan.js';

export type Access = 'read' | 'write' | 'remove';

/** Why an entry is contacted. `making`: a value that was generated or entered. `asked`: the call itself names the entry. */
export type ContactPurpose = 'reading' | 'making' | 'caching' | 'signing in' | 'asked';

/** What a call asks for that the plan does not say. */
export interface Asked extends Readonly<Partial<Record<Access, readonly Reading[]>>> {
  /** Positions of stores that are asked as a whole: for the names of their entries, or to encrypt their file again. */
  readonly whole?: readonly number[];
  /** Stores that the call names itself, for any of their entries. */
  readonly any?: readonly number[];
  /** A person may be asked for the credentials of external providers, which are stored then. */
  readonly storesCredentials?: boolean;
}

/** Thrown, whatever the store was asked for: no other store may make up for it. */
export class OutsidePlan extends Failure {}

export function isOutsidePlan(error: unknown): error is OutsidePlan {
  return error instanceof OutsidePlan;
}

/** The entries of a plan, by the store that has them. */
type Places = ReadonlyMap<number, Entries>;
interface Entries {
  /** Nearly always, what is contacted is the very object that the plan has. */
  readonly addresses: ReadonlySet<At>;
  keys: ReadonlySet<string> | null;
}

export class Bounds {
  readonly #linked: LinkedPlan;
  readonly #asked: Asked;
  readonly #record: (access: StoreAccess) => void;
  readonly #places = new Map<string, Places>();

  constructor(linked: LinkedPlan, asked: Asked, record: (access: StoreAccess) => void) {
    this.#linked = linked;
    this.#asked = asked;
    this.#record = record;
  }

  /** Rejects where one of the entries is outside. */
  async require(access: Access, store: number, addresses: readonly At[], purpose: ContactPurpose): Promise<void> {
    const places = this.#places.get(`${access} ${purpose}`) ?? (await this.#placesFor(access, purpose));
    const entries = places.get(store);
    for (const at of addresses) {
      if (entries?.addresses.has(at) || (entries !== undefined && this.#hasEqual(entries, at))) continue;
      if (purpose === 'asked' && this.#asked.any?.includes(store)) continue;
      await this.#refuse({ access, store, at, purpose });
    }
  }

  /** For what concerns a store as a whole. What is in a file that the plan reads may be looked at. */
  async requireStore(store: number, what: 'list' | 'look' | 'rekey'): Promise<void> {
    const isAsked = [...(this.#asked.any ?? []), ...(this.#asked.whole ?? [])].includes(store);
    const isRead = what === 'look' && this.#linked.stores[store] !== undefined;
    if (!isAsked && !isRead) await this.#refuse({ access: what, store, at: null, purpose: 'asked' });
  }

  /** An external provider keeps credentials in items of the keyring that are private to its scheme. */
  async requirePrivate(store: ConcreteStore, access: 'read' | 'write', item: string): Promise<void> {
    const { PRIVATE_ITEMS } = await import('./private-credentials.js');
    const isOurs = store.external === true && item.startsWith(`${PRIVATE_ITEMS}/${store.scheme}/`);
    const mayWrite = access === 'read' || this.#asked.storesCredentials === true;
    if (isOurs && mayWrite) return;
    const position = this.#linked.stores.indexOf(store);
    await this.#refuse({ access, store: position, at: { kind: 'native', item }, purpose: 'signing in' });
  }

  async #refuse(contact: OutsideContact): Promise<never> {
    const { outsidePlan } = await import('./outside-plan.js');
    const { why, access } = outsidePlan(this.#linked, contact);
    this.#record(access);
    throw new OutsidePlan([why]);
  }

  async #placesFor(access: Access, purpose: ContactPurpose): Promise<Places> {
    const places = byStore(await this.#readingsFor(access, purpose));
    this.#places.set(`${access} ${purpose}`, places);
    return places;
  }

  async #readingsFor(access: Access, purpose: ContactPurpose): Promise<Iterable<Reading>> {
    switch (purpose) {
      case 'reading':
        return access === 'read' ? readIn(this.#linked) : [];
      case 'making':
        return access === 'write' ? await madeIn(this.#linked) : [];
      case 'caching':
        return cachedIn(this.#linked, access);
      case 'signing in':
        return access === 'read' || (access === 'write' && this.#asked.storesCredentials)
          ? credentialsIn(this.#linked)
          : [];
      case 'asked':
        return this.#asked[access] ?? [];
    }
  }

  /** Addresses of the plan that were made anew. */
  #hasEqual(entries: Entries, at: At): boolean {
    const { project, profile } = this.#linked;
    if (at.kind === 'convention' && (at.project !== project || at.profile !== profile)) return false;
    entries.keys ??= new Set([...entries.addresses].map(addressKey));
    return entries.keys.has(addressKey(at));
  }
}

function byStore(readings: Iterable<Reading>): Places {
  const places = new Map<number, Entries & { readonly addresses: Set<At> }>();
  for (const { store, at } of readings) {
    let entries = places.get(store);
    if (entries === undefined) {
      entries = { addresses: new Set(), keys: null };
      places.set(store, entries);
    }
    entries.addresses.add(at);
  }
  return places;
}

/** The chains, and the caches before them. */
function* readIn({ reads }: LinkedPlan): Iterable<Reading> {
  for (const { from, cache } of reads) {
    yield* from;
    if (cache !== null) yield cache;
  }
}

/** Where values go that no store had. Loaded where one is made: which stores can be written is in their descriptors. */
async function madeIn(linked: LinkedPlan): Promise<readonly Reading[]> {
  const { writtenReading } = await import('../link/written-reading.js');
  const made = linked.reads.filter(({ whenMissing: { kind } }) => kind === 'generate' || kind === 'prompt');
  return made.flatMap((step) => writtenReading(linked, step) ?? []);
}

/** A copy that an override bypasses is only removed. */
function* cachedIn({ reads }: LinkedPlan, access: Access): Iterable<Reading> {
  for (const { cache, bypassedCache } of reads) {
    if (cache !== null) yield cache;
    if (bypassedCache !== null && access !== 'write') yield bypassedCache;
  }
}

function* credentialsIn({ stores }: LinkedPlan): Iterable<Reading> {
  for (const store of stores) if (store.kind === 'store') yield* Object.values(store.credentials);
}

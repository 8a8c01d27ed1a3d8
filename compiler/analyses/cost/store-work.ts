/** What the stores of a plan are asked in one profile: batches of reads and writes, in the order of chains. */
import { credentialAddress } from '#schemas/addresses/address.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { type EntryBehind, entryAt, entryBehind, entryText } from '#schemas/stores/entry-behind.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { type ChainUse, type CredentialUse, credentialUses } from '../contacts/walk.js';
import type { StoreRow, StoreRows } from '../questions/store-rows.js';

export interface StoreWork {
  /** All that is read or written, and the number of each: sets of numbers are smaller than sets of texts. */
  readonly entries: Map<string, number>;
  /** What is read when everything is found where it is asked for first, and when nothing is: by what was asked before, batch by batch. */
  readonly best: Map<string, Set<number>>;
  readonly worst: Map<string, Set<number>>;
  /** Entries that are written when nothing is found, by why; `cached` ones also when everything is. */
  readonly made: Readonly<Record<'generated' | 'prompted', Set<number>>>;
  readonly cached: Set<number>;
  /** Copies that are looked at again, because their values were made. */
  readonly cachedOfMade: Set<number>;
  /** Credentials of other stores that are read here, each by itself. */
  readonly credentials: { readonly opens: StoreRow; readonly isBest: boolean }[];
}

export interface Path {
  /** The stores that one secret is asked from, in order, the cache first. */
  readonly rows: readonly StoreRow[];
  /** How many of them are asked when everything is found. */
  readonly best: number;
}

export interface ProfileWork {
  readonly stores: ReadonlyMap<StoreRow, StoreWork>;
  readonly paths: readonly Path[];
}

/** `isWarm`: caches have every value, so that nothing behind them is asked. */
export function profileWork(
  plan: Plan,
  profile: string,
  uses: readonly ChainUse[],
  rows: StoreRows,
  isWarm: boolean,
): ProfileWork {
  const work = new Work(plan, profile, rows);
  const paths = uses.map((use) => (use.cache === null ? work.addChain(use) : work.addCached(use, use.cache, isWarm)));
  work.addCredentials();
  return { stores: work.stores, paths: distinct(paths) };
}

class Work {
  readonly stores = new Map<StoreRow, StoreWork>();
  readonly #plan: Plan;
  readonly #profile: string;
  readonly #rows: StoreRows;
  readonly #opened = new Map<StoreRow, { readonly ref: StoreRef; isBest: boolean }>();
  readonly #numbers = new Map<StoreRow, number>();

  constructor(plan: Plan, profile: string, rows: StoreRows) {
    this.#plan = plan;
    this.#profile = profile;
    this.#rows = rows;
  }

  addChain(use: ChainUse): Path {
    return this.#walk(use, [], '');
  }

  addCached(use: ChainUse, cache: StoreRef, isWarm: boolean): Path {
    const copy = this.#copyOf(use.secret, cache);
    const row = this.#open(cache, true);
    const work = this.#at(row);
    const number = numberIn(work.entries, copy);
    add(work.best, '', number);
    add(work.worst, '', number);
    if (isWarm) return { rows: [row], best: 1 };
    work.cached.add(number);
    if (use.written !== null) work.cachedOfMade.add(number);
    return this.#walk(use, [row], `${numberIn(this.#numbers, row)}`);
  }

  /** The credentials of every store that is opened; each store reads its own. */
  addCredentials(): void {
    for (const [opens, { ref, isBest }] of [...this.#opened]) {
      for (const credential of credentialUses(this.#plan, ref)) this.#addCredential(opens, credential, isBest);
    }
  }

  #walk(use: ChainUse, before: readonly StoreRow[], prefix: string): Path {
    const rows = [...before];
    let path = prefix;
    for (const [index, ref] of use.refs.entries()) {
      const row = this.#open(ref, index === 0);
      const work = this.#at(row);
      const entry = numberIn(work.entries, this.#entryOf(use, ref));
      if (index === 0) add(work.best, path, entry);
      add(work.worst, path, entry);
      path = `${path} ${numberIn(this.#numbers, row)}`;
      rows.push(row);
    }
    if (use.written !== null) {
      const { entries, made } = this.#at(this.#rows.rowOf(use.written.ref));
      made[use.written.for].add(numberIn(entries, this.#entryOf(use, use.written.ref)));
    }
    return { rows, best: before.length + 1 };
  }

  #entryOf({ secret, naming }: ChainUse, ref: StoreRef | null): string {
    const names = this.#namesOf(secret);
    return keyOf(entryBehind(ref, naming, names, projectStores(this.#plan.stores)));
  }

  #copyOf(secret: string, ref: StoreRef): string {
    const names = this.#namesOf(secret);
    return keyOf(entryAt(ref, { kind: 'convention', ...names }, names, projectStores(this.#plan.stores)));
  }

  #namesOf(key: string) {
    return { project: this.#plan.project.name, profile: this.#profile, key };
  }

  #addCredential(opens: StoreRow, { name, source }: CredentialUse, isBest: boolean): void {
    const { store, ref } = source;
    const names = this.#namesOf(name);
    const work = this.#at(this.#rows.rowOf(store));
    const stores = projectStores(this.#plan.stores);
    numberIn(work.entries, keyOf(entryAt(store, credentialAddress(ref, names), names, stores)));
    work.credentials.push({ opens, isBest });
  }

  #open(ref: StoreRef | null, isBest: boolean): StoreRow {
    const row = this.#rows.rowOf(ref);
    const known = this.#opened.get(row);
    if (known !== undefined) known.isBest ||= isBest;
    else if (ref !== null) this.#opened.set(row, { ref, isBest });
    return row;
  }

  #at(row: StoreRow): StoreWork {
    const known = this.stores.get(row);
    if (known !== undefined) return known;
    const work: StoreWork = {
      entries: new Map(),
      best: new Map(),
      worst: new Map(),
      made: { generated: new Set(), prompted: new Set() },
      cached: new Set(),
      cachedOfMade: new Set(),
      credentials: [],
    };
    this.stores.set(row, work);
    return work;
  }
}

/** Numbers in the order of the first call. */
function numberIn<Key>(numbers: Map<Key, number>, key: Key): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}

function keyOf(found: EntryBehind): string {
  return `${found.at.kind} ${entryText(found)}`;
}

function add(batches: Map<string, Set<number>>, path: string, entry: number): void {
  const batch = batches.get(path) ?? new Set<number>();
  batches.set(path, batch);
  batch.add(entry);
}

/** Many secrets go the same way. */
function distinct(paths: readonly Path[]): readonly Path[] {
  const known = new Map<string, Path>();
  const numbers = new Map<StoreRow, number>();
  for (const path of paths) {
    const key = [path.best, ...path.rows.map((row) => numberIn(numbers, row))].join(' ');
    if (!known.has(key)) known.set(key, path);
  }
  return [...known.values()];
}

/** What the stores of a plan are asked in one profile: batches of reads and writes, in the order of chains. */
import { credentialAddress } from '#schemas/addresses/address.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { type EntryBehind, entryAt, entryBehind, entryText } from '#schemas/stores/entry-behind.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { type ChainUse, type CredentialUse, credentialUses } from '../contacts/walk.js';
import type { StoreRow, StoreRows } from '../questions/store-rows.js';

export interface StoreWork {
  /** All that is read or written, each once. */
  readonly entries: Set<string>;
  /** What is read when everything is found where it is asked for first, and when nothing is: by what was asked before, batch by batch. */
  readonly best: Map<string, Set<string>>;
  readonly worst: Map<string, Set<string>>;
  /** Entries that are written when nothing is found, by why; `cached` ones also when everything is. */
  readonly made: Readonly<Record<'generated' | 'prompted', Set<string>>>;
  readonly cached: Set<string>;
  /** Copies that are looked at again, because their values were made. */
  readonly cachedOfMade: Set<string>;
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
    add(work.best, '', copy);
    add(work.worst, '', copy);
    work.entries.add(copy);
    if (isWarm) return { rows: [row], best: 1 };
    work.cached.add(copy);
    if (use.written !== null) work.cachedOfMade.add(copy);
    return this.#walk(use, [row], `${this.#numberOf(row)}`);
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
      const entry = this.#entryOf(use, ref);
      const work = this.#at(row);
      work.entries.add(entry);
      if (index === 0) add(work.best, path, entry);
      add(work.worst, path, entry);
      path = `${path} ${this.#numberOf(row)}`;
      rows.push(row);
    }
    if (use.written !== null)
      this.#at(this.#rows.rowOf(use.written.ref)).made[use.written.for].add(this.#entryOf(use, use.written.ref));
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
    work.entries.add(keyOf(entryAt(store, credentialAddress(ref, names), names, projectStores(this.#plan.stores))));
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
      entries: new Set(),
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

  #numberOf(row: StoreRow): number {
    const number = this.#numbers.get(row) ?? this.#numbers.size;
    this.#numbers.set(row, number);
    return number;
  }
}

function keyOf(found: EntryBehind): string {
  return `${found.at.kind} ${entryText(found)}`;
}

function add(batches: Map<string, Set<string>>, path: string, entry: string): void {
  const batch = batches.get(path) ?? new Set<string>();
  batches.set(path, batch);
  batch.add(entry);
}

/** Many secrets go the same way. */
function distinct(paths: readonly Path[]): readonly Path[] {
  const known = new Map<string, Path>();
  const numbers = new Map<StoreRow, number>();
  for (const path of paths) {
    const key = [
      path.best,
      ...path.rows.map((row) => {
        const number = numbers.get(row) ?? numbers.size;
        numbers.set(row, number);
        return number;
      }),
    ].join(' ');
    if (!known.has(key)) known.set(key, path);
  }
  return [...known.values()];
}

/** The entries that secrets of a plan have in the stores of their chains, and which of them an engine can read. */
import { own } from '#schemas/named.js';
import type { Plan, StoredSource, StoreRef } from '#schemas/plan.js';
import { type EntryBehind, entryBehind } from '#schemas/stores/entry-behind.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { chainOf } from '../../outline/chains.js';
import { shownStore, StoreRows } from '../../questions/store-rows.js';
import type { Engine } from '../target.js';
import type { ReadEntry } from './recipe.js';

export interface Readable {
  /** The first that the engine can read. */
  readonly entry: ReadEntry | null;
  /** For people: the others, each with why it is not read. */
  readonly unread: readonly string[];
}

/** For one document. */
export class Entries {
  readonly #plan: Plan;
  readonly #rows: StoreRows;
  /** The server of the document, where there can be only one. */
  #server: string | null = null;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#rows = new StoreRows(plan);
  }

  /** The chain of a secret; null in it is the default store of a user. */
  refsOf({ route }: StoredSource, profile: string): readonly (StoreRef | null)[] {
    const chain = route === 'profile' ? (own(this.#plan.profiles, profile)?.route ?? null) : route;
    return chainOf(this.#plan, chain, [profile]).refs;
  }

  behind(ref: StoreRef | null, { naming }: StoredSource, secret: string, profile: string): EntryBehind {
    const names = { project: this.#plan.project.name, profile, key: secret };
    return entryBehind(ref, naming, names, projectStores(this.#plan.stores));
  }

  readable(secret: string, source: StoredSource, profile: string, engine: Engine): Readable {
    const unread: string[] = [];
    let entry: ReadEntry | null = null;
    for (const ref of this.refsOf(source, profile)) {
      const found = this.#read(ref, this.behind(ref, source, secret, profile), engine);
      if (typeof found !== 'string' && entry === null) entry = found;
      else unread.push(`${this.nameOf(ref)}${typeof found === 'string' ? ` (${found})` : ''}`);
    }
    return { entry, unread };
  }

  /** For people. */
  nameOf(ref: StoreRef | null): string {
    const { store } = shownStore(this.#rows.rowOf(ref));
    return store === null ? 'the default store of a user' : `\`${store}\``;
  }

  /** Or why it cannot be read. */
  #read(ref: StoreRef | null, { uri, entry }: EntryBehind, engine: Engine): ReadEntry | string {
    if (uri === null) return 'only the machine of a user knows it';
    if (entry === null) return 'the name of its entry is not known';
    const read = { row: this.#rows.rowOf(ref), uri, entry };
    const problem = engine.unreadable(read);
    if (problem !== null) return problem;
    const server = engine.serverOf?.(read) ?? null;
    if (server !== null) this.#server ??= server;
    return server === this.#server || server === null ? read : 'on another server';
  }
}

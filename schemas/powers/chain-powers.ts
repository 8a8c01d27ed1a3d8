/** What using the stores of a chain makes a machine do: those that are read, their caches, and where their credentials are. */
import type { StoreRef } from '../plan.js';
import { withoutCredentials } from '../stores/hidden-parts.js';
import type { StoreTable } from '../stores/store-table.js';
import { cachedBehind, leafBehind, sourcesBehind } from '../stores/stores-behind.js';
import { storeWritten } from '../stores/where-written.js';
import type { Power } from './power.js';
import { type AccessKind, storePowers } from './store-powers.js';

export type PoweredChain = readonly StoreRef[];

export function shownRef(ref: StoreRef): string {
  return ref.kind === 'uri' ? withoutCredentials(ref.uri) : ref.name;
}

/** Each chain is looked at once: a thousand secrets share one. */
export class ChainPowers {
  readonly #stores: StoreTable;
  readonly #read = new Map<PoweredChain, readonly Power[]>();
  readonly #written = new Map<PoweredChain, readonly Power[]>();

  constructor(stores: StoreTable) {
    this.#stores = stores;
  }

  /** `isWritten`: values are made and stored in the first store that can be written. */
  ofChain(chain: PoweredChain, isWritten: boolean): readonly Power[] {
    const read = this.#read.get(chain) ?? chain.flatMap((ref) => this.#readFrom(ref));
    this.#read.set(chain, read);
    if (!isWritten) return read;
    const written = this.#written.get(chain) ?? this.#writtenIn(chain);
    this.#written.set(chain, written);
    return [...read, ...written];
  }

  /** A cache is read and written; credentials are read from where they are. */
  #readFrom(ref: StoreRef): readonly Power[] {
    const cached = cachedBehind(ref, this.#stores);
    const sources = sourcesBehind(ref, this.#stores);
    return [
      ...sources.flatMap((source) => [...this.#at(source, 'read'), ...this.#signIn(source)]),
      ...(cached === null ? [] : this.#caching(cached.store.cache.store)),
    ];
  }

  #caching(cache: StoreRef): readonly Power[] {
    return [...this.#at(cache, 'read'), ...this.#at(cache, 'write'), ...this.#signIn(cache)];
  }

  #signIn(ref: StoreRef): readonly Power[] {
    const { credentials = {} } = leafBehind(ref, this.#stores) ?? {};
    return Object.values(credentials).flatMap(({ store }) => this.#at(store, 'read'));
  }

  #writtenIn(chain: PoweredChain): readonly Power[] {
    const store = storeWritten(chain, this.#stores);
    return store === null ? [] : this.#at(store, 'write');
  }

  #at(ref: StoreRef, access: AccessKind): readonly Power[] {
    const leaf = leafBehind(ref, this.#stores);
    return leaf === null ? [] : storePowers(leaf, shownRef(ref), access);
  }
}

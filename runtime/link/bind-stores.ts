/** From references to concrete stores: open names, user aliases, cached aliases, credentials; equal stores become one. */

import { byName, named } from '#schemas/named.js';
import { nearest } from '#schemas/nearest.js';
import type { Coordinates, CredentialSource, LeafStore, StoreRef } from '#schemas/plan.js';
import { descriptorOf, providers } from '#schemas/providers/index.js';
import { storeOfPath } from '#schemas/providers/other-names.js';
import { credentialAddress } from '#schemas/addresses/address.js';
import { calledStore, canonicalSpec } from '#schemas/stores/canonical-spec.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { StoreFault } from '#schemas/stores/judge.js';
import { aliasFaults } from '#schemas/stores/judge-alias.js';
import { aloneFaults, cacheFaults } from '#schemas/stores/judge-cache.js';
import { type Claims, judgeSpec, schemeFault } from '#schemas/stores/judge-spec.js';
import { filledUri } from '#schemas/stores/path-placeholders.js';
import type { StoreTable } from '#schemas/stores/store-table.js';
import { type CachedStore, cachedBehind, isCached } from '#schemas/stores/stores-behind.js';
import type { LinkedStore, Reading } from './linked-plan.js';

/** One store of a chain, with the address template of its alias. */
export interface BoundLink {
  readonly store: number;
  /** The key that `refs` may have for it; null if the store is a URI. */
  readonly alias: string | null;
  readonly template: Coordinates | null;
  readonly fault: StoreFault | null;
}

export interface Caching {
  readonly store: number;
  readonly maxAgeSeconds: number;
}

export interface BoundChain {
  readonly links: readonly BoundLink[];
  readonly cache: Caching | null;
  /** What makes the whole chain unusable. A later store that is invalid is harmless until it is reached. */
  readonly faults: readonly StoreFault[];
}

export interface BindingContext {
  /** All aliases of this call; a project's wins over the user's. */
  readonly table: StoreTable;
  readonly project: string;
  readonly profile: string;
  /** The external providers of this machine. */
  readonly claims: Claims;
}

interface StoreBinding {
  readonly store: LinkedStore;
  readonly aliases: Set<string>;
}

/** The stores of one linked plan, in order of first use. Every reference, chain and store is handled once. */
export class StoreBinder {
  readonly #context: BindingContext;
  readonly #entries: StoreBinding[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #links = new Map<string, BoundLink>();
  readonly #chains = new Map<string, BoundChain>();
  /** The same, keyed by the list object: most secrets share that of their profile. */
  readonly #chainsByList = new Map<readonly StoreRef[], BoundChain>();

  constructor(context: BindingContext) {
    this.#context = context;
  }

  get stores(): readonly LinkedStore[] {
    return this.#entries.map(({ store, aliases }) =>
      store.kind === 'store' ? { ...store, aliases: [...aliases].sort(byName) } : store,
    );
  }

  /** The spec of a store as written, or the shown form of a broken one. */
  specOf(index: number): string {
    const store = this.#entries[index]?.store;
    if (store === undefined) return '';
    return store.kind === 'store' ? store.uri : store.shown;
  }

  /** A chain in the order of use. A cached alias must be its only entry and is replaced by its stores. */
  bind(route: readonly StoreRef[]): BoundChain {
    const known = this.#chainsByList.get(route);
    if (known !== undefined) return known;
    const key = route.map(refKey).join('\n');
    const bound = this.#chains.get(key) ?? this.#bindNew(route);
    this.#chains.set(key, bound);
    this.#chainsByList.set(route, bound);
    return bound;
  }

  #bindNew(route: readonly StoreRef[]): BoundChain {
    const faults = aloneFaults(route, this.#context.table);
    if (faults.length > 0) return { links: [], cache: null, faults };
    const [first] = route;
    const cached = first === undefined ? null : cachedBehind(first, this.#context.table);
    return cached === null ? this.#bindChain(route) : this.#bindCached(cached.alias, cached.store);
  }

  #bindChain(route: readonly StoreRef[]): BoundChain {
    const links = route.map((ref) => this.bindLeaf(ref));
    const fault = links[0]?.fault ?? null;
    return { links, cache: null, faults: fault === null ? [] : [fault] };
  }

  #bindCached(alias: string, cached: CachedStore): BoundChain {
    const sources = cached.kind === 'fallback' ? this.#bindChain(cached.route) : this.#bindInline(alias, cached);
    const { store, fault } = this.bindLeaf(cached.cache.store);
    const ownFaults = cacheFaults(alias, cached, this.#context.table, [this.#context]);
    const cacheFault = fault === null || ownFaults.length > 0 ? [] : [fault];
    // A cached alias in this one was already reported as nested, so it is not also reported as one that must be alone.
    const others = [...sources.faults, ...cacheFault].filter(({ kind }) => kind !== 'cached-not-alone');
    const { maxAgeSeconds } = cached.cache;
    return { ...sources, cache: { store, maxAgeSeconds }, faults: [...ownFaults, ...others] };
  }

  /** The alias is not a key of `refs`: it names two stores (spec 2.9). Its credentials are those of the store. */
  #bindInline(alias: string, { uri, credentials }: Extract<CachedStore, { kind: 'inline cache' }>): BoundChain {
    const { store, fault } = this.#bound(alias, { kind: 'leaf', uri, credentials });
    const link = { store, alias: null, template: null, fault };
    return { links: [link], cache: null, faults: fault === null ? [] : [fault] };
  }

  bindLeaf(ref: StoreRef): BoundLink {
    const key = refKey(ref);
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const link = this.#newLink(ref);
    this.#links.set(key, link);
    return link;
  }

  #newLink(ref: StoreRef): BoundLink {
    const found = this.#context.table.find(ref);
    if (found.kind !== 'store') return this.#unknown(found.name);
    const { alias, store } = found;
    if (isCached(store)) return this.#broken(alias ?? '', { kind: 'cached-not-alone', name: alias ?? '' });
    const isName = ref.kind === 'open' && alias === null;
    return isName && !this.#isProvider(ref.name) ? this.#unknown(ref.name) : this.#bound(alias, store);
  }

  /** A name that is not an alias must be a provider. Names that are often mistaken for one have a fault with better advice. */
  #isProvider(name: string): boolean {
    const { uri, faults } = judgeSpec(name);
    if (uri === null) return false;
    return descriptorOf(uri.scheme) !== null || faults.length > 0 || this.#context.claims.has(uri.scheme);
  }

  #unknown(name: string): BoundLink {
    const { aliases } = this.#context.table;
    const meant = storeOfPath(name) ?? nearest(name, [...aliases, ...Object.keys(providers)]);
    const claim = isScheme(name) ? this.#context.claims.placeOf?.(name) : null;
    return this.#broken(name, { kind: 'unknown-alias', name, nearest: meant, aliases, ...(claim && { claim }) });
  }

  #bound(alias: string | null, leaf: LeafStore): BoundLink {
    const { table, claims } = this.#context;
    const { uri: written } = judgeSpec(leaf.uri);
    const wrong = aliasFaults(alias ?? '', leaf, table, [this.#context])[0]?.fault ?? null;
    const fault = wrong ?? (written && schemeFault(written, claims));
    if (fault !== null) return this.#broken(leaf.uri, fault);
    if (written === null) return this.#unknown(leaf.uri);
    const uri = filledUri(written, this.#context);
    const sources = Object.entries(leaf.credentials).map(([name, source]) => this.credentialSource(name, source));
    const broken = sources.find((source) => source.fault !== null)?.fault ?? null;
    if (broken !== null) return this.#broken(leaf.uri, broken);
    const credentials = named(sources.map(({ name, reading }) => [name, reading]));
    const identity = `${canonicalSpec(uri)} ${JSON.stringify(sources)}`;
    const shown = calledStore(uri);
    const store = this.#indexOf(identity, {
      kind: 'store',
      scheme: uri.scheme,
      uri: uri.written,
      ...(shown !== uri.written && { shown }),
      aliases: [],
      credentials,
      ...(descriptorOf(uri.scheme)?.cost.unlocks === true && { unlocks: true }),
      ...(descriptorOf(uri.scheme) === null && { external: true }),
    });
    if (alias !== null) this.#entries[store]?.aliases.add(alias);
    return { store, alias, template: leaf.template ?? null, fault: null };
  }

  /** Where a credential is stored. The template of its store is for secrets and does not apply (semantics 11). */
  credentialSource(
    name: string,
    source: CredentialSource,
  ): { readonly name: string; readonly reading: Reading; readonly fault: StoreFault | null } {
    const { project, profile } = this.#context;
    const { store, fault } = this.bindLeaf(source.store);
    return { name, reading: { store, at: credentialAddress(source.ref, { project, profile, key: name }) }, fault };
  }

  #broken(spec: string, why: StoreFault): BoundLink {
    const store = this.#indexOf(`broken ${spec} ${JSON.stringify(why)}`, {
      kind: 'broken',
      shown: withoutCredentials(spec),
      why,
    });
    return { store, alias: null, template: null, fault: why };
  }

  #indexOf(identity: string, store: LinkedStore): number {
    const known = this.#indexes.get(identity);
    if (known !== undefined) return known;
    const index = this.#entries.push({ store, aliases: new Set() }) - 1;
    this.#indexes.set(identity, index);
    return index;
  }
}

/** What an external provider can be named (semantics 16). */
function isScheme(name: string): boolean {
  return /^[a-z][a-z0-9-]*$/u.test(name);
}

function refKey(ref: StoreRef): string {
  return ref.kind === 'uri' ? `uri ${ref.uri}` : `${ref.kind} ${ref.name}`;
}

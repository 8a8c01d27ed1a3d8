/** Stored secrets as read steps: binds their chain, fills in their addresses, refuses what the chain does not support. */

import type { Where } from '#schemas/diagnostics/define.js';
import type { Diagnostic, Place } from '#schemas/diagnostics/diagnostic.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import type { StoredSource } from '#schemas/plan.js';
import { addressOf } from '#schemas/addresses/address.js';
import type { StoreFault } from '#schemas/stores/judge.js';
import { entryFault } from '#schemas/stores/judge-entry.js';
import { namingFaults } from '#schemas/stores/judge-naming.js';
import type { StoreTable } from '#schemas/stores/store-table.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { cachedBehind } from '#schemas/stores/stores-behind.js';
import { SHOWN_USER_CONFIG } from '#schemas/user-config.js';
import type { BoundChain, BoundLink, Caching, StoreBinder } from './bind-stores.js';
import type { Chains, ChosenChain } from './choose-chains.js';
import type { Reading, ReadStep, Wanted } from './linked-plan.js';
import { storeDiagnostic } from './store-diagnostic.js';
import type { WantedSecret, WantedSecrets } from './wanted.js';

export interface LinkedReads {
  readonly reads: readonly ReadStep[];
  readonly firstStores: FirstStores;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the primary store depends on: the first stores of all chains. */
export interface FirstStores {
  /** Positions of first stores that the call or the manifest names. */
  readonly named: ReadonlySet<number>;
  /** Position of the default store, if a secret uses it. */
  readonly fallback: number | null;
}

export interface LinkingWorld {
  readonly binder: StoreBinder;
  readonly chains: Chains;
  readonly table: StoreTable;
  readonly project: string;
  readonly profile: string;
  readonly isUserAlias: (name: string) => boolean;
  readonly factsOf: (secret: WantedSecret) => Wanted;
}

export function linkReads(wanted: WantedSecrets, world: LinkingWorld): LinkedReads {
  const findings = new Findings(world);
  const named = new Set<number>();
  let fallback: number | null = null;
  const reads: ReadStep[] = [];
  for (const secret of wanted.values()) {
    const { source } = secret.meaning;
    if (source.kind !== 'stored') continue;
    const chosen = world.chains.chosen(source);
    const bound = boundFor(secret, source, chosen, world, findings);
    if (bound === null) continue;
    const first = bound.links[0]?.store;
    if (first !== undefined && chosen.by === 'default') fallback = first;
    else if (first !== undefined) named.add(first);
    reads.push(readStep(secret, source, bound, chosen, world));
  }
  return { reads, firstStores: { named, fallback }, diagnostics: findings.all() };
}

/** The chain of a secret, or null if it cannot be read; the findings say why. */
function boundFor(
  secret: WantedSecret,
  { naming }: StoredSource,
  chosen: ChosenChain,
  world: LinkingWorld,
  findings: Findings,
): BoundChain | null {
  const { binder, table } = world;
  const { route } = chosen;
  if (route === null) {
    findings.withoutStore(secret);
    return null;
  }
  const bound = binder.bind(route);
  findings.addStores(secret, chosen, bound.faults);
  if (bound.faults.length === 0) {
    findings.addNaming(secret, namingFaults(naming, route, table));
    findings.addNaming(secret, entryFaults(secret, naming, bound, world));
  }
  return bound.faults.length === 0 ? bound : null;
}

/** Which entries its stores cannot have: a user's alias and the default store are known only here. The first is always read. */
function entryFaults(
  secret: WantedSecret,
  naming: StoredSource['naming'],
  { links }: BoundChain,
  world: LinkingWorld,
): readonly StoreFault[] {
  return links.flatMap((link, index) => {
    const uri = link.fault === null ? parseStoreUri(world.binder.specOf(link.store)) : null;
    if (uri?.kind !== 'uri') return [];
    return entryFault(uri, naming, { ...link, isAlwaysRead: index === 0 }, namesOf(secret, world)) ?? [];
  });
}

function readStep(
  secret: WantedSecret,
  source: StoredSource,
  bound: BoundChain,
  chosen: ChosenChain,
  world: LinkingWorld,
): ReadStep {
  const { decode, extract, whenMissing } = source;
  const readingOf = (link: BoundLink): Reading => {
    return { store: link.store, at: addressOf(source.naming, link, namesOf(secret, world)) };
  };
  const facts = world.factsOf(secret);
  const { description, visible, nameable, required, deliver } = facts;
  const from = bound.links.map(readingOf);
  const cache = bound.cache && cacheOf(bound.cache, secret, world);
  const bypassedCache = chosen.by === 'override' ? cachePassedBy(secret, source, bound, world) : null;
  // Every field is written out: there is one object per secret, and a spread costs many times as much.
  const step = {
    secret: facts.secret,
    description,
    visible,
    nameable,
    required,
    deliver,
    from,
    cache,
    bypassedCache,
    whenMissing,
  };
  const isPlain = facts.type === undefined && facts.text === undefined && decode === undefined && extract === undefined;
  if (isPlain) return step;
  return { ...step, ...facts, ...(decode !== undefined && { decode }), ...(extract !== undefined && { extract }) };
}

function cacheOf(
  { store, maxAgeSeconds }: Caching,
  secret: WantedSecret,
  world: LinkingWorld,
): NonNullable<ReadStep['cache']> {
  return { ...cacheReading(store, secret, world), maxAgeSeconds };
}

function namesOf({ secret }: WantedSecret, { project, profile }: LinkingWorld) {
  return { project, profile, key: secret };
}

/** Entries of a cache are always named by convention, regardless of the names the author chose (semantics 10.2). */
function cacheReading(store: number, secret: WantedSecret, world: LinkingWorld): Reading {
  return { store, at: { kind: 'convention', ...namesOf(secret, world) } };
}

/** The cache of the chain that an override bypasses. A broken chain has no cache to remove from. */
function cachePassedBy(
  secret: WantedSecret,
  source: StoredSource,
  used: BoundChain,
  world: LinkingWorld,
): Reading | null {
  const cache = declaredCache(secret, source, world);
  if (cache === null || cache.fault !== null || cache.reading.store === used.cache?.store) return null;
  return cacheReading(cache.reading.store, secret, world);
}

/** The cache of the chain that the manifest or the user declares, regardless of the stores it caches and of overrides. */
export function declaredCache(
  secret: WantedSecret,
  source: StoredSource,
  world: LinkingWorld,
): { readonly reading: NonNullable<ReadStep['cache']>; readonly fault: StoreFault | null } | null {
  const { route } = world.chains.declared(source);
  const [only] = route ?? [];
  if (route?.length !== 1 || only === undefined) return null;
  const cached = cachedBehind(only, world.table);
  if (cached === null) return null;
  const { cache } = cached.store;
  const { store, fault } = world.binder.bindLeaf(cache.store);
  return { reading: cacheOf({ store, maxAgeSeconds: cache.maxAgeSeconds }, secret, world), fault };
}

/** One diagnostic per error, however many secrets it affects; its subject is the first of them. */
class Findings {
  readonly #world: LinkingWorld;
  readonly #diagnostics = new Map<string, Diagnostic>();
  readonly #withoutStore: WantedSecret[] = [];

  constructor(world: LinkingWorld) {
    this.#world = world;
  }

  addStores(secret: WantedSecret, chosen: ChosenChain, faults: readonly StoreFault[]): void {
    for (const fault of faults) this.#add(fault, () => storeDiagnostic(fault, this.#whereNamed(secret, chosen, fault)));
  }

  addNaming(secret: WantedSecret, faults: readonly StoreFault[]): void {
    for (const fault of faults) this.#add(fault, () => this.#namingDiagnostic(secret, fault));
  }

  withoutStore(secret: WantedSecret): void {
    this.#withoutStore.push(secret);
  }

  all(): readonly Diagnostic[] {
    const found = [...this.#diagnostics.values()];
    const [first] = this.#withoutStore;
    if (first === undefined) return found;
    const secrets = this.#withoutStore.flatMap(({ secret, nameable }) => (nameable ? [secret] : []));
    return [linking.E0803({ secrets }, this.#where(first, null)), ...found];
  }

  #add(fault: StoreFault, worded: () => Diagnostic): void {
    const key = JSON.stringify(fault);
    if (!this.#diagnostics.has(key)) this.#diagnostics.set(key, worded());
  }

  #namingDiagnostic(secret: WantedSecret, fault: StoreFault): Diagnostic {
    const isRefs = fault.kind === 'unknown-alias' || fault.kind === 'refs-of-cached';
    if (!isRefs) {
      const isOfName = fault.kind === 'entry' && ['project', 'profile', 'key'].includes(fault.part);
      const field = isOfName || secret.meaning.source.kind !== 'stored' ? null : 'ref';
      return storeDiagnostic(fault, this.#where(secret, field));
    }
    const { table } = this.#world;
    const leaves = table.aliases.filter((name) => cachedBehind({ kind: 'open', name }, table) === null);
    const problem = { alias: fault.name, isCached: fault.kind === 'refs-of-cached', leaves };
    return linking.E0811(problem, this.#where(secret, 'refs', fault.name));
  }

  /** Where the unusable store is named: in the user's configuration, in the manifest, or only in the call. */
  #whereNamed(secret: WantedSecret, { route, by }: ChosenChain, fault: StoreFault): Where {
    const [first] = route ?? [];
    const name = first === undefined || first.kind === 'uri' ? null : first.name;
    if (name !== null && fault.kind !== 'cached-not-alone' && this.#world.isUserAlias(name))
      return { at: userPlace('providers', name) };
    switch (by) {
      case 'override':
        return {};
      case 'default':
        return { at: userPlace('provider') };
      case 'manifest':
        return this.#where(secret, 'providers', writtenStore(fault));
    }
  }

  #where({ secret, nameable }: WantedSecret, field: string | null, store: string | null = null): Where {
    if (!nameable) return {};
    const { profile } = this.#world;
    return { about: { profile, secret, ...(field !== null && { field }), ...(store !== null && { store }) } };
  }
}

/** The store at fault, as its entry spells it; null for a fault of something else. */
function writtenStore(fault: StoreFault): string | null {
  if (fault.kind === 'unknown-alias') return fault.name;
  return 'shown' in fault ? fault.shown : null;
}

function userPlace(...path: readonly string[]): Place {
  return { file: SHOWN_USER_CONFIG, path: ['defaults', ...path], part: 'value' };
}

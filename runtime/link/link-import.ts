/** What `import` links: where the stored secrets of a profile go, and where each of them would be in the source. Pure, as `link` is. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { type At, addressKey, addressOf } from '#schemas/addresses/address.js';
import { identityText } from '#schemas/stores/identity.js';
import { type Claims, UNCLAIMED } from '#schemas/stores/judge-spec.js';
import { leafUri } from '#schemas/stores/judge-cache.js';
import { namingFaults } from '#schemas/stores/judge-naming.js';
import { storeRefOf } from '#schemas/stores/store-ref.js';
import { cachedBehind, leafBehind, sourcesBehind } from '#schemas/stores/stores-behind.js';
import type { UserConfig } from '#schemas/user-config.js';
import type { BoundLink } from './bind-stores.js';
import { type LinkingWorld, linkReads } from './link-reads.js';
import { type LinkRefused, refused } from './link-refused.js';
import type { Choice, LinkedPlan, Reading, ReadStep } from './linked-plan.js';
import { linkingWorld } from './linking-world.js';
import { primaryStoreOf } from './primary-store.js';
import { selectWanted } from './select-wanted.js';
import { storeDiagnostic } from './store-diagnostic.js';
import type { WantedSecrets } from './wanted.js';

export interface LinkedImport {
  readonly kind: 'linked';
  /** Of the destinations; its stores include the source. */
  readonly plan: LinkedPlan;
  readonly source: ImportSource;
}

export interface ImportSource {
  /** Its position among the stores of the plan. */
  readonly store: number;
  /** Null if it is a literal address, which has no addresses of its own (spec 2.9). */
  readonly alias: string | null;
  /** Where each secret would be in it. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** Composed and derived secrets, which no store has. */
  readonly made: readonly MadeSecret[];
  /** The extracted secrets, which are not among the reads of the plan. */
  readonly parts: readonly ReadStep[];
  /** Aliases of the same store that spell some addresses differently; only for a literal one. */
  readonly aliases: readonly OtherAddresses[];
}

export interface MadeSecret {
  readonly secret: string;
  readonly description: string;
}

export interface OtherAddresses {
  readonly alias: string;
  readonly addresses: readonly { readonly secret: string; readonly at: At }[];
}

/** `from`: a spec, as of an override. Scopes are ignored. */
export function linkImport(
  plan: Plan,
  choice: Choice,
  from: string,
  user: UserConfig,
  claims: Claims = UNCLAIMED,
): LinkedImport | LinkRefused {
  const selected = selectWanted(plan, { ...choice, scope: null, only: null }, user);
  if (selected.kind === 'refused') return selected;
  const { profile } = selected;
  // What only a composed secret among them is made of is not asked for.
  const wanted: WantedSecrets = new Map([...selected.wanted].filter(([, { visible }]) => visible));
  const world = linkingWorld(plan, profile, choice.override, user, claims);
  const { binder, project, table } = world;
  const ref = storeRefOf(from, (name) => table.aliases.includes(name));
  const cached = cachedBehind(ref, table);
  if (cached !== null) return refused(cachedSource(cached.alias, world));
  const link = binder.bindLeaf(ref);
  if (link.fault !== null) return refused(storeDiagnostic(link.fault, {}));
  const { reads, firstStores, diagnostics } = linkReads(wanted, world);
  const faults = [...diagnostics, ...namingFindings(wanted, ref, world)];
  if (faults.length > 0) return refused(...faults);
  const first = primaryStoreOf(firstStores, binder);
  const base = { project, profile, scope: null, primaryStore: first, finish: [], groups: [], scrub: [] };
  const readings = new Map(
    addressesThrough(link, wanted, world).map(({ secret, at }) => [secret, { store: link.store, at }]),
  );
  const aliases = link.alias === null ? otherAddresses(ref, readings, wanted, world) : [];
  return {
    kind: 'linked',
    plan: { ...base, stores: binder.stores, reads: reads.filter(({ extract }) => extract === undefined) },
    source: {
      store: link.store,
      alias: link.alias,
      readings,
      made: [...wanted.values()].flatMap(({ secret, meaning: { source, description } }) =>
        source.kind === 'stored' ? [] : [{ secret, description }],
      ),
      parts: reads.filter(({ extract }) => extract !== undefined),
      aliases,
    },
  };
}

/** A cached alias is a route to several stores, so it names no place of its own. */
function cachedSource(alias: string, { table }: LinkingWorld): Diagnostic {
  const specs = sourcesBehind({ kind: 'open', name: alias }, table).flatMap((ref) => {
    return ref.kind === 'uri' ? [ref.uri] : ref.name === alias ? (leafBehind(ref, table)?.spec ?? []) : [ref.name];
  });
  return linking.E0813({ alias, sources: specs });
}

/** What `ref` says about addresses that the source cannot honour; one finding for each cause. */
function namingFindings(wanted: WantedSecrets, ref: StoreRef, { table, profile }: LinkingWorld): readonly Diagnostic[] {
  const findings = new Map<string, Diagnostic>();
  for (const { secret, meaning } of wanted.values()) {
    if (meaning.source.kind !== 'stored' || meaning.source.naming.kind !== 'ref') continue;
    for (const fault of namingFaults(meaning.source.naming, [ref], table)) {
      const key = JSON.stringify(fault);
      if (!findings.has(key)) findings.set(key, storeDiagnostic(fault, { about: { profile, secret, field: 'ref' } }));
    }
  }
  return [...findings.values()];
}

function addressesThrough(
  through: Pick<BoundLink, 'alias' | 'template'>,
  wanted: WantedSecrets,
  { project, profile }: LinkingWorld,
): readonly { readonly secret: string; readonly at: At }[] {
  return [...wanted.values()].flatMap(({ secret, meaning: { source } }) => {
    if (source.kind !== 'stored') return [];
    return [{ secret, at: addressOf(source.naming, through, { project, profile, key: secret }) }];
  });
}

/** Whether two spellings are one entry only the store knows. */
function otherAddresses(
  literal: StoreRef,
  readings: ReadonlyMap<string, Reading>,
  wanted: WantedSecrets,
  world: LinkingWorld,
): readonly OtherAddresses[] {
  const containerOf = (ref: StoreRef) => {
    const uri = leafUri(ref, world.table);
    return uri === null ? null : identityText(uri, world);
  };
  const container = containerOf(literal);
  return world.table.aliases.flatMap((alias) => {
    const ref: StoreRef = { kind: 'alias', name: alias };
    const leaf = leafBehind(ref, world.table);
    if (leaf?.alias !== alias || containerOf(ref) !== container) return [];
    const addresses = addressesThrough(leaf, wanted, world).filter(({ secret, at }) => {
      const known = readings.get(secret);
      return known !== undefined && addressKey(known.at) !== addressKey(at);
    });
    return addresses.length === 0 ? [] : [{ alias, addresses }];
  });
}

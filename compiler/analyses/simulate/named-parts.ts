/** What a call names: stores by alias, address or name, entries by their secret. */
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { byName, own } from '#schemas/named.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { projectStores } from '#schemas/stores/store-table.js';
import { sourcesBehind } from '#schemas/stores/stores-behind.js';
import { shownStore, type StoreRow } from '../questions/store-rows.js';
import type { Model, ReadStep } from './model.js';
import type { Unknown } from './plan-simulation.js';
import type { Points } from './points.js';

/** `store`: null takes the entry out of all its stores. */
export interface MissingEntry {
  readonly secret: string;
  readonly store: string | null;
}

/** The identities of these stores. An alias of the manifest is known also where the profile does not meet it. */
export function storesCalled(
  plan: Plan,
  points: Points,
  names: readonly string[],
): { readonly ids: ReadonlySet<string> } | Unknown {
  const met = points.rows();
  const metPoints = points.all();
  const ids = new Set<string>();
  for (const name of names) {
    const called = idsCalled(plan, points, name);
    const isThere =
      own(plan.stores, name) !== undefined || called.some((id) => metPoints.some((point) => point.id === id));
    if (!isThere) return { kind: 'unknown store', name, secret: null, known: namesOf(met) };
    for (const id of called) ids.add(id);
  }
  return { ids };
}

/** A fallback stands for all its stores, a cached alias for the store that it caches. */
function idsCalled(plan: Plan, points: Points, name: string): readonly string[] {
  const sources = sourcesBehind(refOf(plan, name), projectStores(plan.stores));
  return sources.map((source) => points.idOf(source));
}

function refOf(plan: Plan, name: string): StoreRef {
  if (own(plan.stores, name) !== undefined) return { kind: 'alias', name };
  const isAddress = name.includes(':') && parseStoreUri(name).kind === 'uri';
  return isAddress ? { kind: 'uri', uri: name } : { kind: 'open', name };
}

/** The entries of these secrets, and how they are shown. */
export function missingEntries(
  plan: Plan,
  { wanted, reads }: Model,
  points: Points,
  missing: readonly MissingEntry[],
): { readonly entries: ReadonlySet<string>; readonly shown: readonly string[] } | Unknown {
  const steps = new Map(reads.map((step) => [step.name, step]));
  const entries = new Set<string>();
  const shown = new Set<string>();
  for (const { secret, store } of missing) {
    const step = steps.get(secret);
    if (step === undefined) return unstored(secret, wanted, [...steps.keys()]);
    const links = linksOf(step);
    const ids = store === null ? null : new Set(idsCalled(plan, points, store));
    const meant = ids === null ? links : links.filter(({ point }) => ids.has(point.id));
    if (meant.length === 0 && store !== null)
      return { kind: 'unknown store', name: store, secret, known: namesOf(links.map(({ point }) => point.row)) };
    for (const { entry } of meant) entries.add(entry);
    const [first] = meant;
    const name = first === undefined ? null : shownStore(first.point.row).store;
    shown.add(store === null ? secret : `${secret}@${name ?? store}`);
  }
  return { entries, shown: [...shown].sort(byName) };
}

/** What is made of others is in no store. */
function unstored(name: string, wanted: Model['wanted'], known: readonly string[]): Unknown {
  return { kind: wanted.has(name) ? 'made secret' : 'unknown secret', name, known };
}

function linksOf({ chain, cache }: ReadStep) {
  return cache === null ? chain : [...chain, cache];
}

/** The default store has no name. */
function namesOf(rows: readonly StoreRow[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => shownStore(row).store ?? []))];
}

/** The first phase of an import: every address is resolved, and a move of an entry onto itself refused. Nothing is read yet. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import type { Reading } from '../../../link/linked-plan.js';
import { failureOf } from '../../../stores/linked-stores.js';
import { neverRemoves } from '../../../stores/store-words.js';
import type { Open, Stores } from '../../../stores/stores.js';
import { aboutOf } from '../../about.js';
import { writtenReading } from '../../../link/written-reading.js';
import { byStore } from '../by-store.js';
import { StoreProblems } from '../store-problems.js';
import type { CopyTask, Phase, ResolvedCopy, ResolvedEntry } from './copy.js';

export async function resolveEntries(task: CopyTask, stores: Stores): Promise<Phase<readonly ResolvedCopy[]>> {
  const { linked, source, deletesSource } = task;
  const opened = await stores.open(source.store);
  const problems = new StoreProblems(linked, stores, 'read');
  const removals = new StoreProblems(linked, stores, 'removed');
  const resolved: ResolvedCopy[] = [];
  for (const step of linked.reads) {
    const from = source.readings.get(step.secret);
    const to = writtenReading(linked, step);
    if (from === undefined || to === undefined) throw new Error('a secret of the import has no address');
    const places: ResolvedEntry[] = [];
    for (const reading of [from, to]) {
      const found = await resolvedEntry(stores, reading, deletesSource);
      if ('failure' in found) problems.addFailure({ step, store: reading.store, failure: found.failure });
      else places.push(found);
    }
    const [theirs, ours] = places;
    if (theirs === undefined || ours === undefined) continue;
    resolved.push({ step, source: theirs, destination: ours });
    const why = deletesSource ? neverRemoves(theirs.opened) : null;
    if (why !== null) removals.addRefusal({ step, store: source.store, why });
  }
  const lost = deletesSource
    ? [...(await ontoThemselves(task, stores, resolved)), ...unverifiable(task, stores, resolved)]
    : [];
  const errors = [...problems.all(), ...removals.all(), ...lost];
  const warnings = opened.kind === 'open' ? await addressWarnings(task, stores, opened, resolved) : [];
  return { result: resolved, errors, warnings };
}

/** `isTold`: the store itself is asked which entry it is, because a value may be deleted. */
async function resolvedEntry(
  stores: Stores,
  reading: Reading,
  isTold: boolean,
): Promise<ResolvedEntry | { failure: ReturnType<typeof failureOf> }> {
  const opened = await stores.open(reading.store);
  if (opened.kind === 'closed') return { failure: opened.failure };
  try {
    const { store } = opened;
    const told = isTold ? await store.toldIdentity?.(reading.at) : undefined;
    return { opened, reading, identity: told ?? (await store.identity(reading.at)) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Deleting such a value would delete the only copy. */
async function ontoThemselves(
  { linked, source }: CopyTask,
  stores: Stores,
  resolved: readonly ResolvedCopy[],
): Promise<readonly Diagnostic[]> {
  const isOneFile = await filesInCommon(resolved);
  const same = resolved.filter(
    (one) => one.source.identity === one.destination.identity || isOneFile(one.destination.reading.store),
  );
  const [first] = same;
  if (first === undefined) return [];
  const p = { secrets: same.map(({ step }) => step.secret), store: stores.called(source.store) };
  return [storesIo.E1126(p, aboutOf(linked, first.step))];
}

/** Which destinations are in the file or folder in which the source is: an external provider may keep its entries where a local store does. */
async function filesInCommon(resolved: readonly ResolvedCopy[]): Promise<(destination: number) => boolean> {
  const common = new Set<number>();
  const pairs = new Map(resolved.map((one) => [one.destination.reading.store, one]));
  for (const [store, { source, destination }] of pairs) {
    if ((await isIn(source.opened, destination.opened)) || (await isIn(destination.opened, source.opened)))
      common.add(store);
  }
  return (destination) => common.has(destination);
}

async function isIn(told: Open, local: Open): Promise<boolean> {
  const path = local.store.toldPath === undefined ? await told.store.toldPath?.() : undefined;
  return path != null && (await local.store.identity(null)) === `${local.scheme} ${path}`;
}

/** A value may be deleted only where its copy was read back. */
function unverifiable({ linked }: CopyTask, stores: Stores, resolved: readonly ResolvedCopy[]): readonly Diagnostic[] {
  const unreadable = resolved.filter(({ destination }) => !destination.opened.abilities.read);
  return [...byStore(unreadable, ({ destination }) => destination.reading.store)].flatMap(([store, together]) => {
    const p = { secrets: together.map(({ step }) => step.secret), store: stores.called(store) };
    return together[0] === undefined ? [] : [storesIo.E1131(p, aboutOf(linked, together[0].step))];
  });
}

/** Two spellings may be one entry, which only the store can decide; the credentials of the aliases are not needed for it. */
async function addressWarnings(
  { source }: CopyTask,
  stores: Stores,
  { store }: Open,
  resolved: readonly ResolvedCopy[],
): Promise<readonly Diagnostic[]> {
  if (source.aliases.length === 0) return [];
  const identities = new Map(resolved.map((one) => [one.step.secret, one.source.identity]));
  const warnings: Diagnostic[] = [];
  for (const { alias, addresses } of source.aliases) {
    const differing: string[] = [];
    for (const { secret, at } of addresses) {
      if ((await store.identity(at)) !== identities.get(secret)) differing.push(secret);
    }
    const [example] = differing;
    if (example === undefined) continue;
    warnings.push(linking.W0801({ alias, source: stores.called(source.store), count: differing.length, example }));
  }
  return warnings;
}

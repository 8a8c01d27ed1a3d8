/** A plan with stores in place of what only a user's machine knows: open names and the default store. */
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { guessed } from '#schemas/diagnostics/did-you-mean.js';
import { byName, type Named, named, own } from '#schemas/named.js';
import type { Chain, Plan, PlannedStore, StoreRef } from '#schemas/plan.js';
import type { Assumption } from '#schemas/plan-question.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { aliasFaults } from '#schemas/stores/judge-alias.js';
import { UNCLAIMED } from '#schemas/stores/judge-spec.js';
import { storeRefOf } from '#schemas/stores/store-ref.js';
import { allStores } from '#schemas/stores/store-table.js';
import { storesNamedBy } from '#schemas/stores/stores-behind.js';
import { NO_USER_CONFIG } from '#schemas/user-config.js';
import { Failure, fail, UsageError } from '../../failure.js';
import { judgeNewAlias } from '../../inputs/new-alias.js';
import { storeDiagnostic } from '../../link/store-diagnostic.js';
import { entriesOfAssumed } from './assumed-entries.js';

/**
 * Stops with all that is wrong with the assumptions. They are judged as aliases of a user are, also by the entries that the plan has
 * in them; of one name, the last counts.
 */
export function assumedPlan(plan: Plan, assumptions: readonly Assumption[]): Plan {
  if (assumptions.length === 0) return plan;
  const assumedStores = new Map(
    assumptions.flatMap(({ name, spec }) => (name === null ? [] : [[name, spec] as const])),
  );
  requireOpen(plan, assumedStores.keys());
  const stores = withAliases(plan, assumedStores);
  const standIn = assumptions.findLast(({ name }) => name === null)?.spec;
  const standsIn = standIn === undefined ? null : defaultStore(stores, standIn);
  const assumed = { ...plan, stores, ...(standsIn !== null && { profiles: withDefault(plan, standsIn) }) };
  const isAssumed = (ref: StoreRef) => ref === standsIn || (ref.kind !== 'uri' && assumedStores.has(ref.name));
  const faults = entriesOfAssumed(assumed, isAssumed);
  if (faults.length > 0) throw new Failure(faults);
  return assumed;
}

function requireOpen(plan: Plan, names: Iterable<string>): void {
  const open = openNames(plan);
  for (const name of names) {
    if (own(plan.stores, name) !== undefined)
      throw new UsageError(
        `\`${name}\` is an alias of the manifest, and no other store can be assumed for it`,
        'change the manifest, or assume stores for names that it does not declare',
      );
    if (!open.includes(name))
      fail(
        linking.E0804({
          message: `the manifest leaves no store \`${withoutCredentials(name)}\` open`,
          help: help(name, open),
        }),
      );
  }
}

function help(name: string, open: readonly string[]): string {
  return guessed(name, open, 'open names') ?? 'it declares every store that it names';
}

/** The names that a user's alias may stand for, sorted. */
export function openNames({ profiles, secrets, stores }: Plan): readonly string[] {
  const names = new Set<string>();
  const add = (ref: StoreRef) => {
    if (ref.kind === 'open') names.add(ref.name);
  };
  for (const { route } of Object.values(profiles)) route?.forEach(add);
  for (const { source } of Object.values(secrets).flat()) {
    if (source.kind !== 'stored') continue;
    if (source.route !== 'profile') source.route.forEach(add);
    const { naming } = source;
    if (naming.kind !== 'refs') continue;
    for (const name of Object.keys(naming.by)) if (own(stores, name) === undefined) names.add(name);
  }
  for (const store of Object.values(stores)) for (const { ref } of storesNamedBy(store)) add(ref);
  return [...names].sort(byName);
}

function withAliases(plan: Plan, assumed: ReadonlyMap<string, string>): Named<PlannedStore> {
  for (const spec of assumed.values()) requireSpec(spec);
  const stores = named<PlannedStore>([
    ...Object.entries(plan.stores),
    ...[...assumed].map(([name, uri]) => [name, { kind: 'leaf', uri: uri.trim(), credentials: {} }] as const),
  ]);
  const users = Object.keys(plan.profiles).map((profile) => ({ project: plan.project.name, profile }));
  const isConcerned = ([name, store]: readonly [string, PlannedStore]) =>
    assumed.has(name) || storesNamedBy(store).some(({ ref }) => ref.kind !== 'uri' && assumed.has(ref.name));
  const faults = Object.entries(stores)
    .filter(isConcerned)
    .flatMap(([name, store]) => aliasFaults(name, store, allStores(stores), users));
  if (faults.length > 0) throw new Failure(faults.map(({ fault }) => storeDiagnostic(fault, {})));
  return stores;
}

/** An alias may stand for the default store, as in a user configuration. */
function defaultStore(stores: Named<PlannedStore>, spec: string): StoreRef {
  const ref = storeRefOf(spec, (name) => own(stores, name) !== undefined);
  if (ref.kind !== 'alias') requireSpec(spec);
  return ref;
}

function withDefault({ profiles }: Plan, ref: StoreRef): Plan['profiles'] {
  const chain: Chain = [ref];
  return named(Object.entries(profiles).map(([name, { route }]) => [name, { route: route ?? chain }]));
}

function requireSpec(spec: string): void {
  const errors = judgeNewAlias({ uri: spec, credentials: {} }, NO_USER_CONFIG, UNCLAIMED).filter(
    ({ severity }) => severity === 'error',
  );
  // What is assumed is never opened, so it needs no credential.
  if (errors.length > 0)
    throw new Failure(
      errors.map((error) => (error.code === 'E0807' ? { ...error, help: 'leave it out of the address' } : error)),
    );
}

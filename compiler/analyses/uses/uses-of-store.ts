/** What hangs on a store, or on an entry of it: what to rotate and to purge when it leaks. */
import { byName, own } from '#schemas/named.js';
import type { Plan, StoreRef } from '#schemas/plan.js';
import { answerHead, type PlanQuestion } from '#schemas/plan-question.js';
import type { PlanUses } from '#schemas/plan-uses.js';
import { entryText } from '#schemas/stores/entry-behind.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { selectionsOf } from '../questions/selected-by.js';
import { shownAddress } from '../questions/shown-address.js';
import { withDependents } from './dependents.js';
import { EntryRows } from './entry-rows.js';
import { isMeant, type MeantEntry } from './meant-entry.js';
import { type ProfileSets, profileSets } from './profile-sets.js';
import { credentialEntry, entryOf, type Reading, readingsOf } from './readings.js';
import { type StoreKeys, storeKeysIn } from './store-keys.js';

export interface AskedUses extends MeantEntry {
  readonly store: StoreRef;
}

export function usesOfStore(question: PlanQuestion, asked: AskedUses): PlanUses {
  const { plan, profiles, scope } = question;
  const selections = selectionsOf(question);
  const keys = storeKeysIn(plan);
  const sets = profileSets(profiles);
  const readings = readingsOf(plan, selections);
  const isAsked = isAmong(asked.store, profiles, keys);
  const entries = new EntryRows();
  const leaked = new Map<string, bigint>();
  for (const reading of readings) {
    const held = reading.profiles.filter((profile) => isAsked(reading.ref, profile));
    const meant = held.filter((profile) => {
      const found = entryOf(plan, reading, profile);
      if (!isMeant(found, asked)) return false;
      const shown = { store: null, at: shownAddress(found) };
      entries.add(keys.keyOf(reading.ref, profile), entryText(found), shown, reading.secret, profile);
      return true;
    });
    if (meant.length > 0) leaked.set(reading.secret, (leaked.get(reading.secret) ?? 0n) | sets.of(meant));
  }
  const all = withDependents(leaked, selections, sets);
  return {
    ...answerHead(question),
    store: shownRef(asked.store) ?? '',
    ...(asked.item !== null && { item: asked.item }),
    ...(asked.field !== null && { field: asked.field }),
    entries: entries.sorted(({ at, secrets, profiles: held }) => ({ at, secrets, profiles: held })),
    secrets: [...leaked.keys()].sort(byName),
    dependents: [...all.keys()].filter((name) => !leaked.has(name)).sort(byName),
    scopes: scopesThatShow(plan, scope, all),
    caches: copiesOf(plan, readings, leaked, { sets, keys }),
    credentials: credentialsIn(question, asked, { isAsked, readings, keys }),
  };
}

/** Alias, URI or name as the manifest writes it, redacted; null: the user's default store. */
function shownRef(ref: StoreRef | null): string | null {
  return ref === null ? null : withoutCredentials(ref.kind === 'uri' ? ref.uri : ref.name);
}

type IsAsked = (ref: StoreRef | null, profile: string) => boolean;

function isAmong(store: StoreRef, profiles: readonly string[], keys: StoreKeys): IsAsked {
  const wanted = new Map(profiles.map((profile) => [profile, new Set(keys.keysBehind(store, profile))]));
  return (ref, profile) => wanted.get(profile)?.has(keys.keyOf(ref, profile)) === true;
}

/** A scope receives a secret that it lists, and with it all that it is made of; so it receives one if it lists one. */
function scopesThatShow(plan: Plan, scope: string | null, secrets: ReadonlyMap<string, bigint>): readonly string[] {
  const names = scope === null ? Object.keys(plan.scopes) : [scope];
  return names.filter((name) => own(plan.scopes, name)?.some((listed) => secrets.has(listed))).sort(byName);
}

interface Sets {
  readonly sets: ProfileSets;
  readonly keys: StoreKeys;
}

function copiesOf(
  plan: Plan,
  readings: readonly Reading[],
  leaked: ReadonlyMap<string, bigint>,
  { sets, keys }: Sets,
): PlanUses['caches'] {
  const copies = new EntryRows();
  for (const reading of readings) {
    const held = reading.naming === null ? (leaked.get(reading.secret) ?? 0n) & sets.of(reading.profiles) : 0n;
    if (held === 0n) continue;
    for (const profile of sets.namesIn(held)) {
      const found = entryOf(plan, reading, profile);
      const shown = { store: shownRef(reading.ref), at: shownAddress(found) };
      copies.add(keys.keyOf(reading.ref, profile), entryText(found), shown, reading.secret, profile);
    }
  }
  return copies.sorted(({ store, at, profiles }) => ({ store, at, profiles }));
}

interface Walked {
  readonly isAsked: IsAsked;
  readonly readings: readonly Reading[];
  readonly keys: StoreKeys;
}

function credentialsIn(
  { plan, profiles }: PlanQuestion,
  meant: MeantEntry,
  { isAsked, readings, keys }: Walked,
): PlanUses['credentials'] {
  const kept = Object.entries(plan.stores).flatMap(([alias, store]) => {
    if (store.kind === 'fallback') return [];
    return Object.entries(store.credentials).flatMap(([name, source]) => {
      const isHere = profiles.some(
        (profile) => isAsked(source.store, profile) && isMeant(credentialEntry(plan, source, name, profile), meant),
      );
      return isHere ? [{ alias, name }] : [];
    });
  });
  if (kept.length === 0) return [];
  const bySecret = secretsByStore(readings, keys);
  return kept
    .map(({ alias, name }) => {
      const opened = profiles.flatMap((profile) => [
        ...(bySecret.get(keys.keyOf({ kind: 'alias', name: alias }, profile)) ?? []),
      ]);
      return { alias: withoutCredentials(alias), name, secrets: [...new Set(opened)].sort(byName) };
    })
    .sort((left, right) => byName(left.alias, right.alias) || byName(left.name, right.name));
}

/** Every secret that is read from a store or copied to it. */
function secretsByStore(readings: readonly Reading[], keys: StoreKeys): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { ref, profiles, secret } of readings) {
    for (const key of new Set(profiles.map((profile) => keys.keyOf(ref, profile)))) {
      const known = found.get(key);
      if (known === undefined) found.set(key, new Set([secret]));
      else known.add(secret);
    }
  }
  return found;
}

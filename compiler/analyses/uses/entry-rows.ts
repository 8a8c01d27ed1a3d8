/** Rows of entries: equal ones in one store are one, with all their secrets and profiles. */
import { byName } from '#schemas/named.js';
import type { Coordinates } from '#schemas/plan.js';

interface ShownEntry {
  readonly store: string | null;
  readonly at: string | Coordinates;
}
export interface EntryRow extends ShownEntry {
  readonly secrets: readonly string[];
  readonly profiles: readonly string[];
}

interface GrowingRow extends ShownEntry {
  /** With repetitions: most rows have one secret and one profile, and a set for each of them is expensive. */
  readonly secrets: string[];
  readonly profiles: string[];
}

export class EntryRows {
  readonly #rows = new Map<string, Map<string, GrowingRow>>();

  /** `storeKey`, `entry`: equal texts are one store, and one entry of it. */
  add(storeKey: string, entry: string, { store, at }: ShownEntry, secret: string, profile: string): void {
    const entries = this.#rows.get(storeKey) ?? new Map<string, GrowingRow>();
    this.#rows.set(storeKey, entries);
    const known = entries.get(entry);
    if (known === undefined) {
      entries.set(entry, { store, at, secrets: [secret], profiles: [profile] });
      return;
    }
    if (known.secrets.at(-1) !== secret) known.secrets.push(secret);
    known.profiles.push(profile);
  }

  /** By address, then by store and profile. */
  sorted(): readonly EntryRow[] {
    const rows: EntryRow[] = [];
    for (const entries of this.#rows.values())
      for (const { store, at, secrets, profiles } of entries.values())
        rows.push({ store, at, secrets: distinct(secrets), profiles: distinct(profiles) });
    // Addresses begin with the profile: sorting 200,000 that are nearly in order is quick.
    return rows
      .sort((left, right) => byName(firstOf(left), firstOf(right)))
      .sort((left, right) => byName(textOf(left), textOf(right)) || byName(left.store ?? '', right.store ?? ''));
  }
}

function firstOf({ profiles }: EntryRow): string {
  return profiles[0] ?? '';
}

function textOf({ at }: EntryRow): string {
  return typeof at === 'string' ? at : JSON.stringify(at);
}

function distinct(names: string[]): readonly string[] {
  return names.length === 1 ? names : [...new Set(names)].sort(byName);
}

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
  readonly #rows = new Map<string, GrowingRow>();

  /** `key`: equal texts are one entry of one store. */
  add(key: string, { store, at }: ShownEntry, secret: string, profile: string): void {
    const known = this.#rows.get(key);
    if (known === undefined) {
      this.#rows.set(key, { store, at, secrets: [secret], profiles: [profile] });
      return;
    }
    if (known.secrets.at(-1) !== secret) known.secrets.push(secret);
    known.profiles.push(profile);
  }

  /** By address, then by store and profile. */
  sorted(): readonly EntryRow[] {
    const rows = [...this.#rows.values()].map((row) => {
      const { store, at } = row;
      const key = `${typeof at === 'string' ? at : JSON.stringify(at)} ${store ?? ''}`;
      return { key, row: { store, at, secrets: distinct(row.secrets), profiles: distinct(row.profiles) } };
    });
    rows.sort(
      (left, right) => byName(left.key, right.key) || byName(left.row.profiles[0] ?? '', right.row.profiles[0] ?? ''),
    );
    return rows.map(({ row }) => row);
  }
}

function distinct(names: string[]): readonly string[] {
  return names.length === 1 ? names : [...new Set(names)].sort(byName);
}

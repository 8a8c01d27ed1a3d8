/** Rows of entries: equal ones in one store are one, with all their secrets and profiles. */
import { byName } from '#schemas/named.js';
import type { Coordinates } from '#schemas/plan.js';
import { NameLists } from '../questions/name-lists.js';

interface ShownEntry {
  readonly store: string | null;
  readonly at: string | Coordinates;
}
export interface EntryRow extends ShownEntry {
  readonly secrets: readonly string[];
  readonly profiles: readonly string[];
}

/** A list, maybe with repetitions, only where there are several: most rows have one secret and one profile. */
interface GrowingRow extends ShownEntry {
  secrets: string | string[];
  profiles: string | string[];
}

export class EntryRows {
  readonly #rows = new Map<string, Map<string, GrowingRow>>();

  /** `storeKey`, `entry`: equal texts are one store, and one entry of it. */
  add(storeKey: string, entry: string, { store, at }: ShownEntry, secret: string, profile: string): void {
    const entries = this.#rows.get(storeKey) ?? new Map<string, GrowingRow>();
    this.#rows.set(storeKey, entries);
    const known = entries.get(entry);
    if (known === undefined) {
      entries.set(entry, { store, at, secrets: secret, profiles: profile });
      return;
    }
    known.secrets = withName(known.secrets, secret);
    known.profiles = withName(known.profiles, profile);
  }

  /** By address, then by store and profile. `shown`: what is answered of a row. */
  sorted<Shown>(shown: (row: EntryRow) => Shown): readonly Shown[] {
    const lists = new NameLists();
    // Addresses begin with the profile: sorting 200,000 that are nearly in order is quick.
    return [...this.#rows.values()]
      .flatMap((entries) => [...entries.values()])
      .sort((left, right) => byName(firstOf(left), firstOf(right)))
      .sort((left, right) => byName(textOf(left), textOf(right)) || byName(left.store ?? '', right.store ?? ''))
      .map(({ store, at, secrets, profiles }) =>
        shown({ store, at, secrets: lists.of(secrets), profiles: lists.of(profiles) }),
      );
  }
}

function withName(names: string | string[], name: string): string | string[] {
  if (typeof names === 'string') return names === name ? names : [names, name];
  if (names.at(-1) !== name) names.push(name);
  return names;
}

function firstOf({ profiles }: GrowingRow): string {
  return typeof profiles === 'string' ? profiles : (profiles[0] ?? '');
}

function textOf({ at }: GrowingRow): string {
  return typeof at === 'string' ? at : JSON.stringify(at);
}

/** Which entries of a store are meant by an item and a field. */
import { fieldOf } from '#schemas/addresses/entry.js';
import type { EntryBehind } from '#schemas/stores/entry-behind.js';

export interface MeantEntry {
  /** `item` of coordinates, an address by convention, or what the store calls the entry; null: all entries. */
  readonly item: string | null;
  /** Null: all of them. */
  readonly field: string | null;
}

export function isMeant({ at, entry }: Pick<EntryBehind, 'at' | 'entry'>, { item, field }: MeantEntry): boolean {
  if (item === null) return true;
  const name = at.kind === 'native' ? at.item : `${at.project}/${at.profile}/${at.key}`;
  if (item !== name && item !== entry?.name) return false;
  return field === null || field === (fieldOf(at) ?? entry?.field);
}

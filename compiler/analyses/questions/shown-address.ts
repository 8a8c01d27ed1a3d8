/** An entry as answers about a plan show it. */
import { coordinatesOf } from '#schemas/addresses/address.js';
import type { ShownAddress } from '#schemas/plan-contacts.js';
import type { EntryBehind } from '#schemas/stores/entry-behind.js';

/** Equal ones in one store are one entry. */
export function shownAddress({ at, entry }: Pick<EntryBehind, 'at' | 'entry'>): ShownAddress {
  if (at.kind === 'convention') return entry?.name === at.key ? at.key : `${at.project}/${at.profile}/${at.key}`;
  const coordinates = coordinatesOf(at);
  return coordinates.length === 1 ? at.item : { item: at.item, ...Object.fromEntries(coordinates) };
}

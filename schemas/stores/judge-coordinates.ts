/** Whether a store can honour coordinates. */
import { COORDINATE_NAMES, type Coordinates } from '../plan.js';
import { descriptorOf } from '../providers/index.js';
import type { StoreFault } from './judge.js';
import { redact, type StoreUri } from './store-uri.js';

/**
 * What this store cannot honour of an address an author wrote (spec 2.9). With `isTemplate` the texts are patterns, whose
 * blanks and braces are not yet those of an entry, so only the set of coordinates is judged. A store of an unknown scheme
 * has no faults: what it can do is not known here.
 */
export function coordinateFaults(
  uri: StoreUri,
  at: Coordinates,
  kind: { readonly isTemplate?: boolean } = {},
): readonly StoreFault[] {
  const blank = blankFaults(at, redact(uri.written));
  if (blank.length > 0) return blank;
  const descriptor = descriptorOf(uri.scheme);
  if (descriptor === null) return [];
  const shown = redact(uri.written);
  const { coordinates } = descriptor.abilities(uri);
  const faults: StoreFault[] = [];
  for (const coordinate of COORDINATE_NAMES) {
    if (coordinate === 'item') continue;
    const isGiven = at[coordinate] !== undefined;
    const ability = coordinates[coordinate];
    if (isGiven && ability === undefined) faults.push({ kind: 'coordinate', shown, coordinate, problem: 'rejected' });
    if (!isGiven && ability === 'required') faults.push({ kind: 'coordinate', shown, coordinate, problem: 'required' });
    if (isGiven && ability === 'with field' && at.field === undefined)
      faults.push({ kind: 'coordinate', shown, coordinate, problem: 'needs-field' });
  }
  const problem = kind.isTemplate ? null : (descriptor.refusesItem?.(at.item) ?? null);
  if (problem !== null) faults.push({ kind: 'item', shown, item: at.item, problem });
  return faults;
}

/** Coordinates that say nothing, whatever the store. */
export function blankFaults(at: Coordinates, shown = ''): readonly StoreFault[] {
  return COORDINATE_NAMES.filter((name) => at[name]?.trim() === '').map((coordinate) => {
    return { kind: 'coordinate', shown, coordinate, problem: 'blank' } as const;
  });
}

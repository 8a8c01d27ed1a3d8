/** What is still in a store of plain text after values were moved out of it: people believe that nothing is. */
import { descriptorOf } from '#schemas/providers/index.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { Stores } from '../../stores/stores.js';
import { isName } from './undeclared-keys.js';

export interface LeftInClear {
  /** By place in files that have lines; a name that does not look like one is null. */
  readonly entries: readonly { readonly name: string | null; readonly place: string | null }[];
  /** Places of assignments in comments. */
  readonly commentedOut: readonly string[];
}

/** Null for a store that protects what it has, or cannot say what that is. */
export async function leftInClear(
  { stores: linked }: LinkedPlan,
  stores: Stores,
  store: number,
): Promise<LeftInClear | null> {
  const source = linked[store];
  if (source?.kind !== 'store' || descriptorOf(source.scheme)?.plainText !== true) return null;
  const shown = (name: string, place: string | null) => ({ name: isName(name) || place === null ? name : null, place });
  const placed = await stores.placedNames(store);
  if (placed !== null) {
    const { names, commentedOut } = placed;
    return { entries: [...names].map(([name, place]) => shown(name, place)), commentedOut };
  }
  const listed = await stores.list(store);
  if (listed.kind === 'failed') return null;
  return { entries: listed.entries.map(({ name }) => shown(name, null)), commentedOut: [] };
}

/** Which entry of which store an address means, whatever its spelling: an alias and a URI may lead to the same one. */

import { addressKey } from '#schemas/addresses/address.js';
import type { Reading } from '../link/linked-plan.js';
import type { Stores } from '../stores/stores.js';

/** Equal texts are the same entry. Each address is looked at once; contacts no server. */
export function entryIdentities(stores: Stores): (reading: Reading) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (reading) => {
    const key = `${reading.store} ${addressKey(reading.at)}`;
    const identity = known.get(key) ?? identityOf(stores, reading).catch(() => key);
    known.set(key, identity);
    return identity;
  };
}

/** A store that does not open, or cannot tell, has no entry in common with another. */
async function identityOf(stores: Stores, { store, at }: Reading): Promise<string> {
  const opened = await stores.open(store);
  if (opened.kind === 'closed') throw new Error('the store is closed');
  return `entry\n${await opened.store.identity(at)}`;
}

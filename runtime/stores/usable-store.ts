/** An open store with its descriptor: all that is needed to use it. */
import type { Abilities } from '#schemas/providers/descriptor.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { isAvailable, loadProvider } from '../providers/index.js';
import type { ProviderPorts, Refused, Store } from '../providers/provider.js';
import { refused } from '../providers/store-failure.js';

export interface UsableStore {
  readonly kind: 'open';
  readonly scheme: string;
  readonly abilities: Abilities;
  readonly store: Store;
}

/** Loads the provider of the scheme and opens the store. */
export async function openUsable(uri: StoreUri, ports: ProviderPorts): Promise<UsableStore | Refused> {
  const { scheme } = uri;
  if (!isAvailable(scheme)) {
    // Linking has made sure that it is none of a built-in provider that this version lacks.
    const { EXTERNAL, openExternal } = await import('../providers/external/open-external.js');
    return { kind: 'open', scheme, abilities: EXTERNAL, store: openExternal(uri, ports) };
  }
  const { descriptor, open } = await loadProvider(scheme);
  if (!ports.mayUnlock && descriptor.cost.unlocks && descriptor.readsIfOpen !== true) return mayAsk(descriptor.title);
  const store = open(uri, ports);
  return store.kind === 'refused' ? store : { kind: 'open', scheme, abilities: descriptor.abilities(uri), store };
}

/** Nothing tells whether it is open without making it ask. */
function mayAsk(title: string): Refused {
  return refused('locked', `${title} may ask to be unlocked`, 'use `tool run`');
}

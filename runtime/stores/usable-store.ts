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
  if (!isAvailable(scheme)) return openOther(uri, ports);
  const { descriptor, open } = await loadProvider(scheme);
  const store = open(uri, ports);
  return store.kind === 'refused' ? store : { kind: 'open', scheme, abilities: descriptor.abilities(uri), store };
}

/** One of an external provider, or of a built-in one that this version does not have yet. */
async function openOther(uri: StoreUri, ports: ProviderPorts): Promise<UsableStore | Refused> {
  const { scheme } = uri;
  const [{ descriptorOf }, { EXTERNAL, openExternal }] = await Promise.all([
    import('#schemas/providers/index.js'),
    import('../providers/external/open-external.js'),
  ]);
  if (descriptorOf(scheme) !== null)
    return refused('unsupported', `this version does not support the provider \`${scheme}\``);
  return { kind: 'open', scheme, abilities: EXTERNAL, store: openExternal(uri, ports) };
}

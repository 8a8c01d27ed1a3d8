/** The onepassword store: items of a vault, through 1Password's program (providers-local 13). */
import { onepassword } from '#schemas/providers/onepassword.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { openVaults } from './onepassword/vaults.js';
import type { ProviderPorts, Store } from './provider.js';

export const descriptor = onepassword;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return openVaults(descriptor, uri, ports);
}

/** The onepassword+token store: the same for a service account (providers-local 13 (1)). */
import { onepasswordToken } from '#schemas/providers/onepassword-token.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { openVaults } from './onepassword/vaults.js';
import type { ProviderPorts, Store } from './provider.js';

export const descriptor = onepasswordToken;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return openVaults(descriptor, uri, ports);
}

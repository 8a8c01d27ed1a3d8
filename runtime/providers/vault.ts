/** The vault store: entries of a KV engine of HashiCorp Vault (providers-cloud 3.6). */
import { vault } from '#schemas/providers/vault.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { openKv } from './kv/kv-store.js';
import type { ProviderPorts, Refused, Store } from './provider.js';

export const descriptor = vault;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  return openKv(uri, { name: 'Vault', prefixes: ['VAULT'], tokenPaths: [] }, ports);
}

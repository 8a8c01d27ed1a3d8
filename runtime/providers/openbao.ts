/** The openbao store: entries of a KV engine of OpenBao, which speaks the protocol of Vault (providers-cloud 3.7). */
import { openbao } from '#schemas/providers/openbao.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { openKv } from './kv/kv-store.js';
import type { ProviderPorts, Refused, Store } from './provider.js';

export const descriptor = openbao;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const tokenPaths = ['BAO_TOKEN_PATH', 'VAULT_TOKEN_PATH'];
  return openKv(uri, { name: 'OpenBao', prefixes: ['BAO', 'VAULT'], tokenPaths }, ports);
}

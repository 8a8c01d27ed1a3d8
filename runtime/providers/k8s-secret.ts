/** The k8s+secret store: keys of one Secret of Kubernetes (providers-cloud 3.12). */
import { k8sSecret } from '#schemas/providers/k8s-secret.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { openObject } from './k8s/object-store.js';
import type { ProviderPorts, Store } from './provider.js';

export const descriptor = k8sSecret;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  const kind = { scheme: 'k8s+secret', kind: 'Secret', resource: 'secrets', created: 'secret generic' } as const;
  return openObject(uri, kind, ports);
}

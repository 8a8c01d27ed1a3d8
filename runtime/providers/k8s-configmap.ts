/** The k8s+configmap store: keys of one ConfigMap of Kubernetes (providers-cloud 3.12). */
import { k8sConfigmap } from '#schemas/providers/k8s-configmap.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { openObject } from './k8s/object-store.js';
import type { ProviderPorts, Store } from './provider.js';

export const descriptor = k8sConfigmap;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  const kind = { scheme: 'k8s+configmap', kind: 'ConfigMap', resource: 'configmaps', created: 'configmap' } as const;
  return openObject(uri, kind, ports);
}

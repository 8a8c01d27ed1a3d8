/** The keys of a ConfigMap of Kubernetes. */
import { machineOfObject, objectCase, objectWorld } from './shared/k8s-object.js';
import type { StoreTests } from './shared/store-world.js';
import { isNotText } from './shared/values.js';

export const store: StoreTests = {
  world: { ...objectWorld('k8s+configmap', 'configmaps'), refuses: isNotText },
  machine: machineOfObject('k8s+configmap'),
  http: { 'k8s+configmap': objectCase('k8s+configmap', 'configmaps') },
};

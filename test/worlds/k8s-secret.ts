/** The keys of a Secret of Kubernetes. */
import { machineOfObject, objectCase, objectWorld } from './shared/k8s-object.js';
import type { StoreTests } from './shared/store-world.js';

export const store: StoreTests = {
  world: objectWorld('k8s+secret', 'secrets'),
  machine: machineOfObject('k8s+secret'),
  http: { 'k8s+secret': objectCase('k8s+secret', 'secrets') },
};

/** One Kubernetes ConfigMap. */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { k8sConventionName, k8sEntry, k8sReach, k8sShape } from './k8s-object.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const k8sConfigmap = {
  scheme: 'k8s+configmap',
  title: 'Kubernetes ConfigMap',
  available: true,
  uri: k8sShape('k8s+configmap'),
  credentials: [],
  abilities: () => abilities,
  reach: k8sReach,
  cost: { unit: 'request', perBatch: 1, writes: { batch: 2, each: 0 }, copies: { batch: 1, each: 0 }, unlocks: false },
  entry: k8sEntry,
  conventionName: k8sConventionName,
  plainText: true,
} as const satisfies ProviderDescriptor;

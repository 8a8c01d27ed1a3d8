/** One Kubernetes ConfigMap. */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'all',
  remove: true,
  list: false,
  keeps: KEEPS_ALL,
};

export const k8sConfigmap = {
  scheme: 'k8s+configmap',
  title: 'Kubernetes ConfigMap',
  available: false,
  uri: {
    user: 'optional',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'k8s+configmap://NAME@NAMESPACE',
    query: {},
    refuses: ({ authority }) => (authority.includes(':') ? 'has a port: write `NAME@NAMESPACE`' : null),
  },
  credentials: [],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: 1, unlocks: false },
  plainText: true,
} as const satisfies ProviderDescriptor;

/** One Kubernetes Secret. */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'bytes',
  read: true,
  write: 'all',
  remove: true,
  list: false,
  keeps: KEEPS_ALL,
};

export const k8sSecret = {
  scheme: 'k8s+secret',
  title: 'Kubernetes Secret',
  available: false,
  uri: {
    user: 'optional',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'k8s+secret://NAME@NAMESPACE',
    query: {},
    refuses: ({ authority }) => (authority.includes(':') ? 'has a port: write `NAME@NAMESPACE`' : null),
  },
  credentials: [],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: 1, unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

/** Bitwarden Password Manager, through its command `bw`. */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const KINDS = ['login', 'securenote', 'note', 'secure_note', 'card', 'identity', 'ssh', 'sshkey', 'ssh_key'];

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: true,
  keeps: KEEPS_ALL,
};

export const bw = {
  scheme: 'bw',
  title: 'Bitwarden Password Manager',
  available: false,
  uri: {
    user: 'optional',
    authority: 'optional',
    path: 'no',
    location: 'server',
    query: {
      org: { empty: 'refused' },
      organization: { empty: 'refused' },
      collection: { empty: 'refused' },
      server: { empty: 'refused' },
      folder: { empty: 'refused' },
      type: { empty: 'refused', values: KINDS },
      field: { empty: 'refused' },
    },
    refuses: ({ query }) =>
      query.has('org') && query.has('organization') ? 'has both `org` and `organization`; remove one' : null,
  },
  credentials: [],
  abilities: () => abilities,
  cost: { unit: 'process', perBatch: 2, unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

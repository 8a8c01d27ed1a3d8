/** 1Password, through its command `op`. */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: { field: 'optional', vault: 'optional', section: 'with field' },
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const onepassword = {
  scheme: 'onepassword',
  title: '1Password',
  available: false,
  uri: {
    user: 'optional',
    authority: 'optional',
    path: 'no',
    location: 'server',
    defaultLocation: 'Private',
    query: {},
    meantAsItem: ({ path }) => path.split('/')[1] ?? null,
  },
  credentials: [{ name: 'service_account_token', environment: ['OP_SERVICE_ACCOUNT_TOKEN'] }],
  abilities: () => abilities,
  cost: { unit: 'process', perBatch: 2, unlocks: true },
  plainText: false,
} as const satisfies ProviderDescriptor;

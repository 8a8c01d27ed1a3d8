/** 1Password with a service account; another spelling of `onepassword` without an account. */
import { titleByConvention } from '../addresses/titled-entry.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { onepasswordEntry, vaultOf } from './onepassword.js';

const abilities: Abilities = {
  coordinates: { field: 'optional', vault: 'optional', section: 'with field' },
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const onepasswordToken = {
  scheme: 'onepassword+token',
  title: '1Password service account',
  available: true,
  uri: {
    user: 'token',
    authority: 'optional',
    path: 'no',
    location: 'server',
    query: {},
    meantAsItem: ({ path }) => path.split('/')[1] ?? null,
    identity: (uri) => `onepassword://${vaultOf(uri)}`,
  },
  credentials: [{ name: 'service_account_token', environment: ['OP_SERVICE_ACCOUNT_TOKEN'] }],
  abilities: () => abilities,
  reach: () => ({ programs: ['op'] }),
  cost: { unit: 'process', perBatch: 2, single: 1, more: 1, writes: { batch: 1, each: 1 }, unlocks: false },
  entry: onepasswordEntry,
  conventionName: titleByConvention,
  plainText: false,
} as const satisfies ProviderDescriptor;

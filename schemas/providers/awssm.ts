/** AWS Secrets Manager. */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { withoutTrailingSlashes } from './option-text.js';

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'bytes',
  read: true,
  write: 'convention',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const awssm = {
  scheme: 'awssm',
  title: 'AWS Secrets Manager',
  available: true,
  uri: {
    user: 'optional',
    authority: 'optional',
    path: 'no',
    location: 'server',
    query: {
      prefix: { spelled: (value) => withoutTrailingSlashes(value) || '/' },
      kms_key_id: {},
      'tag.*': { empty: 'kept' },
    },
  },
  credentials: [],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: { entriesPerCall: 20 }, unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

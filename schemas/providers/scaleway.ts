/** Scaleway Secret Manager. */

import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { withoutSlashes } from './option-text.js';

const abilities: Abilities = {
  coordinates: { field: 'optional', version: 'optional' },
  values: 'bytes',
  read: true,
  write: 'convention',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const scaleway = {
  scheme: 'scaleway',
  title: 'Scaleway Secret Manager',
  available: false,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'no',
    location: 'server',
    query: { project_id: {}, path: { spelled: (value) => `/${withoutSlashes(value)}` } },
    identity: ({ authority, query }) => `scaleway://${authority}?${query.get('project_id') ?? ''}`,
  },
  credentials: [{ name: 'secret_key', environment: ['SCW_SECRET_KEY'] }],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: 'one each', unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

/** Infisical. */

import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { withoutSlashes } from './option-text.js';

const abilities: Abilities = {
  coordinates: { version: 'optional' },
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const infisical = {
  scheme: 'infisical',
  title: 'Infisical',
  available: false,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'required',
    location: 'server',
    example: 'infisical://app.infisical.com/PROJECT_UUID',
    query: {
      env: {},
      path: { default: '/tool', spelled: (value) => `/${withoutSlashes(value)}` },
      tls: { values: ['true', 'false', '1', '0'], default: 'true' },
    },
    refuses: ({ path }) =>
      /^\/[^/]+$/.test(path) ? null : 'needs one project after the host: `infisical://HOST/PROJECT_UUID`',
    identity: ({ authority, path, query }) =>
      `infisical://${authority.toLowerCase()}${path}?${query.get('env') ?? ''}&/${withoutSlashes(query.get('path') ?? 'tool')}`,
  },
  credentials: [
    { name: 'client_id', environment: ['INFISICAL_CLIENT_ID'] },
    { name: 'client_secret', environment: ['INFISICAL_CLIENT_SECRET'] },
    { name: 'token', environment: ['INFISICAL_TOKEN'] },
  ],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: 'one each', unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

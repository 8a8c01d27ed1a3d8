/** Infisical. */

import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { withoutSlashes } from './option-text.js';

const abilities: Abilities = {
  coordinates: { version: 'optional' },
  values: 'text',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const infisical = {
  scheme: 'infisical',
  title: 'Infisical',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'required',
    location: 'server',
    example: 'infisical://app.infisical.com/PROJECT_UUID',
    query: {
      env: {},
      path: {
        default: '/tool',
        spelled: (value) => `/${withoutSlashes(value)}`,
        refuses: (value) =>
          /^(?:[A-Za-z0-9_-]+(?:\/|$))*$/.test(withoutSlashes(value))
            ? null
            : 'has a folder with other characters than letters, digits, `-` and `_`',
      },
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
  cost: { unit: 'request', perBatch: 1, unlocks: false },
  // A name that is `.` or `..` would change the path of a request.
  refusesItem: (item) =>
    /^\/?([A-Za-z0-9_-]+\/)*(?!\.{1,2}$)[^/\s](?:[^/]*[^/\s])?$/.test(item)
      ? null
      : 'is not a name, with or without folders of letters, digits, `-` and `_` before it, such as `/backend/API_KEY`',
  plainText: false,
} as const satisfies ProviderDescriptor;

/** Google Cloud Secret Manager. */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: { version: 'optional' },
  values: 'bytes',
  read: true,
  write: 'convention',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const gcsm = {
  scheme: 'gcsm',
  title: 'Google Cloud Secret Manager',
  available: true,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'gcsm://my-project',
    query: {},
    refuses: ({ authority }) => (/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(authority) ? null : 'is not a valid project id'),
    meantAsItem: (uri) => /^\/secrets\/([^/]+)/.exec(uri.path)?.[1] ?? uri.path.slice(1),
  },
  credentials: [],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: 'one each', unlocks: false },
  refusesItem: (item) =>
    /^[A-Za-z0-9_-]{1,255}$/.test(item)
      ? null
      : 'is not a name of up to 255 letters, digits, `_` and `-`, without `projects/` and `secrets/` before it',
  plainText: false,
} as const satisfies ProviderDescriptor;

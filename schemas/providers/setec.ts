/** Setec, the secrets service of a tailnet. */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { withoutSlashes } from './option-text.js';

const abilities: Abilities = {
  coordinates: { version: 'optional' },
  values: 'bytes',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const setec = {
  scheme: 'setec',
  title: 'Setec',
  available: true,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'setec://secrets.example.ts.net',
    query: {
      prefix: {
        empty: 'refused',
        spelled: withoutSlashes,
        refuses: (value) =>
          withoutSlashes(value)
            .split('/')
            .some((part) => ['', '.', '..'].includes(part))
            ? 'has a part that is empty, `.` or `..`'
            : null,
      },
      tls: { values: ['true', 'false'], default: 'true' },
    },
    identity: ({ authority }) => `setec://${authority.toLowerCase()}`,
  },
  credentials: [],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: 'one each', unlocks: false },
  refusesItem: (item) =>
    item === '' || item.startsWith('_internal/')
      ? 'is not a name of a secret: setec keeps names that begin with `_internal/` for itself'
      : null,
  plainText: false,
} as const satisfies ProviderDescriptor;

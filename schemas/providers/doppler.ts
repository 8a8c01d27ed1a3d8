/** Doppler. */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const doppler = {
  scheme: 'doppler',
  title: 'Doppler',
  available: true,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'optional',
    location: 'server',
    example: 'doppler://my-project/my-config',
    query: {},
    // Judged apart: an escaped slash in the authority does not separate.
    refuses: ({ authority, path }) =>
      /^[a-z0-9_-]+$/.test(authority) && /^(\/[a-z0-9_-]+)?$/.test(path)
        ? null
        : 'needs a project and an optional config in lower case: `doppler://PROJECT/CONFIG`',
  },
  credentials: [{ name: 'token', environment: ['DOPPLER_TOKEN'] }],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: 1, unlocks: false },
  refusesItem: (item) =>
    /^([a-z0-9_-]+\/)?[A-Z_][A-Z0-9_]*$/.test(item)
      ? null
      : 'is not a name of capital letters, digits and `_`, such as `API_KEY` or, in another config, `prd/API_KEY`',
  plainText: false,
} as const satisfies ProviderDescriptor;

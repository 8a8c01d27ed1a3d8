/** The keyring of the operating system: Secret Service, Keychain or Credential Manager. */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { CONVENTION, patternProblem } from './pattern-location.js';

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'bytes',
  read: true,
  write: 'all',
  remove: true,
  list: false,
  keeps: KEEPS_ALL,
};

export const keyring = {
  scheme: 'keyring',
  title: 'system keyring',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'template',
    defaultLocation: CONVENTION,
    query: {},
    refuses: patternProblem,
  },
  credentials: [],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: 'one each', unlocks: true },
  plainText: false,
} as const satisfies ProviderDescriptor;

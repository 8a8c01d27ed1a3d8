/** The gopass password store. */

import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { CONVENTION, patternProblem } from './pattern-location.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'bytes',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const gopass = {
  scheme: 'gopass',
  family: 'password-store',
  title: 'gopass password store',
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
  cost: { unit: 'process', perBatch: { entriesPerCall: 25 }, unlocks: true },
  plainText: false,
} as const satisfies ProviderDescriptor;

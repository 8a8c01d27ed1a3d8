/** The gopass password store. */

import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { CONVENTION, patternProblem } from './pattern-location.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'bytes',
  read: true,
  write: 'all',
  remove: true,
  list: false,
  keeps: KEEPS_ALL,
};

export const gopass = {
  scheme: 'gopass',
  title: 'gopass password store',
  available: false,
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
  cost: { unit: 'process', perBatch: 'one each', unlocks: true },
  plainText: false,
} as const satisfies ProviderDescriptor;

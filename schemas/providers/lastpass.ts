/** LastPass, through its command `lpass`. */

import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { CONVENTION, patternProblem } from './pattern-location.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const lastpass = {
  scheme: 'lastpass',
  title: 'LastPass',
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

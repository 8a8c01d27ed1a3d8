/** The standard Unix password manager, one encrypted file per entry. */
import { foldedPath } from '../stores/folded-path.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { CONVENTION, patternOf, patternProblem } from './pattern-location.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const pass = {
  scheme: 'pass',
  family: 'password-store',
  title: 'pass password store',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'template',
    defaultLocation: CONVENTION,
    query: { store_dir: {} },
    refuses: patternProblem,
    identity: (uri) => `pass:${foldedPath(uri.query.get('store_dir') ?? '~/.password-store')}:${patternOf(uri)}`,
  },
  credentials: [],
  abilities: () => abilities,
  cost: { unit: 'process', perBatch: 'one each', unlocks: true },
  plainText: false,
} as const satisfies ProviderDescriptor;

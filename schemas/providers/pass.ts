/** The standard Unix password manager, one encrypted file per entry. */
import type { At } from '../addresses/address.js';
import { type Entry, entryNamed, type Unfit, unfitNameOf } from '../addresses/entry.js';
import { foldedPath } from '../addresses/folded-path.js';
import { segmentTextProblem } from '../addresses/path-segment.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { optionTexts } from './option-reach.js';
import { CONVENTION, patternName, patternOf, patternProblem } from './pattern-location.js';

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
  reach: (uri) => ({
    programs: ['pass'],
    helpers: ['gpg', 'git'],
    files: optionTexts(uri, ['store_dir']),
    machine: ['file'],
  }),
  cost: {
    unit: 'process',
    perBatch: 'one each',
    writes: { batch: 1, each: 4 },
    copies: { batch: 0, each: 1, areFiles: true },
    unlocks: true,
  },
  readsIfOpen: true,
  entry,
  conventionName: patternName,
  plainText: false,
} as const satisfies ProviderDescriptor;

function entry(at: At, uri: StoreUri): Entry | Unfit {
  const name = at.kind === 'native' ? at.item : patternName(at, uri);
  return unfitNameOf(at, (parts) => patternName(parts, uri), nameProblem) ?? entryNamed(name);
}

/** The path of a file below the folder of the store. */
function nameProblem(name: string): string | null {
  const problem = name
    .split('/')
    .map(segmentTextProblem)
    .find((each) => each !== null);
  return problem ? `is not a valid entry: ${problem}` : null;
}

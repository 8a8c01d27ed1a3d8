/** The gopass password store. */
import type { At } from '../addresses/address.js';
import { type Entry, entryNamed, type Unfit, unfitNameOf } from '../addresses/entry.js';
import { segmentTextProblem } from '../addresses/path-segment.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { CONVENTION, patternName, patternProblem } from './pattern-location.js';

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
  reach: () => ({ programs: ['gopass'], helpers: ['gpg', 'git'], machine: ['file'] }),
  cost: {
    unit: 'process',
    perBatch: { entriesPerCall: 25 },
    more: 1,
    writes: { batch: 2, each: 3 },
    copies: { batch: 2, each: 1 },
    unlocks: true,
  },
  entry,
  conventionName: patternName,
  plainText: false,
} as const satisfies ProviderDescriptor;

function entry(at: At, uri: StoreUri): Entry | Unfit {
  const name = at.kind === 'native' ? at.item : patternName(at, uri);
  return unfitNameOf(at, (parts) => patternName(parts, uri), nameProblem) ?? entryNamed(name);
}

function nameProblem(name: string): string | null {
  const problem = pathProblem(name);
  return problem && `is not a valid entry: ${problem}`;
}

/** Names that gopass cannot have, or that mean something else to it. */
function pathProblem(name: string): string | null {
  const segments = name.split('/');
  const problem = segments.map(segmentTextProblem).find((each) => each !== null);
  if (problem) return problem;
  if (/\p{Cc}/u.test(name)) return 'it contains a control character';
  // Whether an entry in one is missing cannot be determined.
  const isHidden = segments.slice(0, -1).some((segment) => segment.startsWith('.'));
  return isHidden ? 'gopass lists no folder whose name starts with `.`' : null;
}

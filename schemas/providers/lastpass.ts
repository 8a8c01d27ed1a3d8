/** LastPass, through its command `lpass`. */
import type { At } from '../addresses/address.js';
import { type Entry, entryNamed, type Unfit, unfitNameOf } from '../addresses/entry.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { CONVENTION, patternName, patternProblem } from './pattern-location.js';

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
  reach: () => ({ programs: ['lpass'] }),
  cost: { unit: 'process', perBatch: 1, writes: { batch: 1, each: 1 }, unlocks: true },
  entry,
  conventionName: patternName,
  plainText: false,
} as const satisfies ProviderDescriptor;

/** The last `/` separates the group and the name. */
function entry(at: At, uri: StoreUri): Entry | Unfit {
  const name = at.kind === 'native' ? at.item : patternName(at, uri);
  return unfitNameOf(at, (parts) => patternName(parts, uri), nameProblem) ?? entryNamed(name);
}

function nameProblem(name: string): string | null {
  if (name.includes('\0')) return 'contains NUL, at which LastPass ends a name';
  return name.startsWith('/') || name.endsWith('/') ? 'starts or ends with `/`, which only separates folders' : null;
}

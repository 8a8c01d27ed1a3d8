/** One `.env` file: a key for each secret, the same in every profile. */
import { flatEntry, keyAlone } from '../addresses/flat-entry.js';
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

export const dotenv = {
  scheme: 'dotenv',
  title: 'dotenv file',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'file',
    fillsPath: true,
    defaultLocation: '.env',
    query: {},
  },
  credentials: [],
  abilities: () => abilities,
  entry: flatEntry(dotenvKeyProblem),
  conventionName: keyAlone,
  cost: { unit: 'file', perBatch: 1, writes: { batch: 1, each: 0 }, unlocks: false },
  plainText: true,
} as const satisfies ProviderDescriptor;

/** Why no dotenv file can have this key; null if one can. A byte order mark at the start would be that of the file. */
export function dotenvKeyProblem(key: string): string | null {
  return key === '' || UNUSABLE.test(key)
    ? 'is not a valid dotenv key, which cannot contain white space, `=`, `#` or control characters'
    : null;
}

/** What ends a key when the file is read. */
const UNUSABLE = /^\ufeff|[=#\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

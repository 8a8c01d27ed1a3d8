/** A dotenv document in one age-encrypted file. */
import { flatEntry, keyAlone } from '../addresses/flat-entry.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { dotenvKeyProblem } from './dotenv.js';
import { optionTexts } from './option-reach.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const age = {
  scheme: 'age',
  title: 'age-encrypted file',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'file',
    defaultLocation: 'secrets.age',
    query: { identity: {}, 'recipients-file': {}, armor: { values: ['true', 'false'], default: 'true' } },
  },
  credentials: [{ name: 'identity', environment: ['AGE_IDENTITY'] }],
  abilities: () => abilities,
  entry: flatEntry(dotenvKeyProblem),
  conventionName: keyAlone,
  reach: (uri) => ({ files: optionTexts(uri, ['identity', 'recipients-file']), machine: ['file', 'program'] }),
  cost: { unit: 'file', perBatch: 1, writes: { batch: 1, each: 0 }, unlocks: false },
  recipients: 'write all recipients into a file, one per line, and add `?recipients-file=FILE` to the address',
  plainText: false,
} as const satisfies ProviderDescriptor;

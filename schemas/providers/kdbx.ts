/** A KeePass database. */
import { placeholdersProblem } from '../stores/placeholders.js';
import { filePathOf } from '../stores/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const kdbx = {
  scheme: 'kdbx',
  title: 'KeePass database',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'file',
    query: {
      keyfile: { empty: 'refused' },
      prefix: { empty: 'refused', refuses: (value) => placeholdersProblem(value, { needsKey: true }) },
    },
    refuses: (uri) => (filePathOf(uri) === '' ? 'needs a file, as in `kdbx:./team.kdbx`' : null),
  },
  credentials: [{ name: 'password', environment: ['TOOL_KDBX_PASSWORD'] }],
  abilities: () => abilities,
  cost: { unit: 'file', perBatch: 1, unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

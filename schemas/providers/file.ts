/** A directory with one file per secret. */
import { filePathOf } from '../stores/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'bytes',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const file = {
  scheme: 'file',
  title: 'folder of files',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'folder',
    fillsPath: true,
    query: {},
    refuses: (uri) => (filePathOf(uri) === '' ? 'needs a folder, as in `file:./secrets`' : null),
  },
  credentials: [],
  abilities: () => abilities,
  refusesItem,
  cost: { unit: 'file', perBatch: 'one each', unlocks: false },
  plainText: true,
} as const satisfies ProviderDescriptor;

/** An item is a relative path that stays below the directory and has one spelling. */
function refusesItem(item: string): string | null {
  if (item.includes('\\') || item.includes('\0')) return 'contains a backslash or NUL; separate parts with `/`';
  if (item.startsWith('/')) return 'is an absolute path; it must be inside the folder of the store';
  for (const part of item.split('/')) {
    if (part === '') return 'has an empty part';
    if (part === '.' || part === '..') return `has a part \`${part}\`; it must be inside the folder of the store`;
  }
  return null;
}

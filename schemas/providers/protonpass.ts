/** Proton Pass, through its command `pass-cli`. */
import type { At } from '../stores/address.js';
import { type Entry, entryNamed } from '../stores/entry.js';
import { fillPlaceholders, type PlaceholderValues, placeholdersProblem } from '../stores/placeholders.js';
import type { StoreUri } from '../stores/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const protonpass = {
  scheme: 'protonpass',
  title: 'Proton Pass',
  available: false,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'server',
    query: {},
    // The vault, then a pattern of titles.
    refuses: (uri) => (uri.path === '' ? null : placeholdersProblem(uri.path, { needsKey: true })),
  },
  credentials: [],
  abilities: () => abilities,
  reach: () => ({ programs: ['pass-cli'] }),
  cost: { unit: 'process', perBatch: 'one each', unlocks: true },
  entry,
  conventionName,
  plainText: false,
} as const satisfies ProviderDescriptor;

function entry(at: At, uri: StoreUri): Entry {
  return entryNamed(at.kind === 'native' ? at.item : conventionName(at, uri));
}

function conventionName(parts: PlaceholderValues, { path }: StoreUri): string {
  return fillPlaceholders(path.slice(1) || '{project}/{profile}/{key}', parts);
}

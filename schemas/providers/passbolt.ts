/** Passbolt, through its command `passbolt`. */
import type { At } from '../stores/address.js';
import { type Entry, type Unfit, unfitAs } from '../stores/entry.js';
import { fillPlaceholders, type PlaceholderValues, placeholdersProblem } from '../stores/placeholders.js';
import type { StoreUri } from '../stores/store-uri.js';
import { TITLE, titledEntry } from '../stores/titled-entry.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { hostsIn } from './option-reach.js';
import { withoutTrailingSlashes } from './option-text.js';

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: true,
  keeps: KEEPS_ALL,
};

export const passbolt = {
  scheme: 'passbolt',
  title: 'Passbolt',
  available: false,
  uri: {
    user: 'no',
    authority: 'no',
    path: 'no',
    location: 'none',
    query: {
      server: { empty: 'refused' },
      folder: { empty: 'refused' },
      template: { empty: 'refused', refuses: (value) => placeholdersProblem(value, { needsKey: true }) },
    },
    meantAsItem: () => null,
    identity: (uri) => `passbolt:${withoutTrailingSlashes(uri.query.get('server') ?? '').toLowerCase()}`,
  },
  credentials: [
    { name: 'private_key', environment: ['TOOL_PASSBOLT_PRIVATE_KEY'] },
    { name: 'passphrase', environment: ['TOOL_PASSBOLT_PASSPHRASE'] },
  ],
  abilities: () => abilities,
  reach: (uri) => ({ programs: ['passbolt'], hosts: hostsIn(uri, { server: [] }) }),
  cost: { unit: 'process', perBatch: 'one each', unlocks: false },
  entry,
  conventionName,
  plainText: false,
} as const satisfies ProviderDescriptor;

const FIELDS: readonly string[] = ['password', 'username', 'uri', 'description'];

function entry(at: At, uri: StoreUri): Entry | Unfit {
  const field = at.kind === 'native' ? at.field : undefined;
  if (field !== undefined && !FIELDS.includes(field))
    return unfitAs('field', field, 'is not a field of a resource', `use one of ${FIELDS.join(', ')}`);
  const title = at.kind === 'native' ? at.item : conventionName(at, uri);
  return titledEntry(at, { title, usualField: 'password' });
}

function conventionName(parts: PlaceholderValues, { query }: StoreUri): string {
  return fillPlaceholders(query.get('template') ?? TITLE, parts);
}

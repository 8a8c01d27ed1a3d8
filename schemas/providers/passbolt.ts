/** Passbolt, through its command `passbolt`. */
import type { At } from '../addresses/address.js';
import { type Entry, type Unfit, unfitAs, unfitName } from '../addresses/entry.js';
import { fillPlaceholders, type PlaceholderValues, placeholdersProblem } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { TITLE, titledEntry } from '../addresses/titled-entry.js';
import { UUID } from '../addresses/uuid.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { hostsIn } from './option-reach.js';
import { withoutTrailingSlashes } from './option-text.js';

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'text',
  read: true,
  write: 'no',
  remove: false,
  list: true,
  keeps: KEEPS_ALL,
};

export const passbolt = {
  scheme: 'passbolt',
  title: 'Passbolt',
  available: true,
  uri: {
    user: 'no',
    authority: 'no',
    path: 'no',
    location: 'none',
    query: {
      server: {
        empty: 'refused',
        spelled: passboltServer,
        refuses: (value) => (/^https?:\/\/[^/]/i.test(value) ? null : 'is not the address of a server'),
      },
      folder: {
        empty: 'refused',
        spelled: (value) => value.toLowerCase(),
        refuses: (value) => (UUID.test(value) ? null : 'is not the UUID of a folder'),
      },
      template: {
        empty: 'refused',
        default: TITLE,
        refuses: (value) => placeholdersProblem(value, { needsKey: true }),
      },
    },
    meantAsItem: () => null,
    identity: (uri) => `passbolt:${passboltServer(uri.query.get('server') ?? '')}`,
  },
  credentials: [
    { name: 'private_key', environment: ['TOOL_PASSBOLT_PRIVATE_KEY'] },
    { name: 'passphrase', environment: ['TOOL_PASSBOLT_PASSPHRASE'] },
  ],
  abilities: () => abilities,
  reach: (uri) => ({ programs: ['passbolt'], hosts: hostsIn(uri, { server: [] }) }),
  cost: { unit: 'process', perBatch: 2, unlocks: false },
  entry,
  conventionName,
  refusesChange: () => ({
    problem: '`passbolt` takes values as arguments, which every user of the machine can see',
    help: 'set the resource in Passbolt',
  }),
  howToSupply: (item) => `create the resource ${item} in Passbolt`,
  plainText: false,
} as const satisfies ProviderDescriptor;

/** Capitals of its protocol and its host say nothing, nor do slashes at its end. */
export function passboltServer(address: string): string {
  return withoutTrailingSlashes(address).replace(/^[^/]*\/\/[^/]*/, (origin) => origin.toLowerCase());
}

const FIELDS: readonly string[] = ['password', 'username', 'uri', 'description'];

function entry(at: At, uri: StoreUri): Entry | Unfit {
  const field = at.kind === 'native' ? at.field : undefined;
  if (field !== undefined && !FIELDS.includes(field))
    return unfitAs('field', field, 'is not a field of a resource', `use one of ${FIELDS.join(', ')}`);
  const title = at.kind === 'native' ? at.item : conventionName(at, uri);
  // An id in any spelling is one.
  const isCaseless = UUID.test(title) ? { isCaseless: true as const } : {};
  return unfitName(at, title, nameProblem(title)) ?? titledEntry(at, { title, usualField: 'password', ...isCaseless });
}

function conventionName(parts: PlaceholderValues, { query }: StoreUri): string {
  return fillPlaceholders(query.get('template') ?? TITLE, parts);
}

function nameProblem(item: string): string | null {
  return item === '' ? 'is neither a UUID nor a name of a resource' : null;
}

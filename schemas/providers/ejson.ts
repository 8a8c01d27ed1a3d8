/** A JSON document with values encrypted by EJSON (read-only). */
import { pointerText } from '../json-pointer.js';
import type { At } from '../addresses/address.js';
import { type Entry, entryNamed, type Unfit, unfitName } from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'no',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const ejson = {
  scheme: 'ejson',
  title: 'EJSON document',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'file',
    defaultLocation: 'secrets.ejson',
    query: {},
    // As spelled: an escaped colon belongs to a name.
    refuses: ({ authority, spelled }) =>
      authority !== '' && /^[^/]*:\d*(\/|$)/.test(spelled) ? 'has a port; write `%3A` for a `:` in a name' : null,
  },
  credentials: [{ name: 'private_key', environment: [] }],
  abilities: () => abilities,
  entry,
  conventionName,
  howToSupply: (item) => `add ${item} to the document and encrypt it with \`ejson encrypt\``,
  cost: { unit: 'file', perBatch: 1, unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

function entry(at: At): Entry | Unfit {
  const pointer = at.kind === 'native' ? at.item : conventionName(at);
  return unfitName(at, pointer, nameProblem(pointer)) ?? entryNamed(pointer);
}

function conventionName({ project, profile, key }: PlaceholderValues): string {
  return pointerText([project, profile, key]);
}

function nameProblem(item: string): string | null {
  return /^(\/([^~]|~[01])*)$/.test(item) ? null : 'is not a JSON pointer such as `/database/password`';
}

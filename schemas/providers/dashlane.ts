/** Dashlane, through its command `dcli` (read-only). */
import type { At } from '../addresses/address.js';
import type { Entry } from '../addresses/entry.js';
import { titleByConvention, titledEntry } from '../addresses/titled-entry.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'text',
  read: true,
  write: 'no',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const dashlane = {
  scheme: 'dashlane',
  title: 'Dashlane',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'no',
    location: 'server',
    query: {},
    refuses: ({ authority }) =>
      authority === '' || KINDS.includes(authority.toLowerCase())
        ? null
        : 'names an unknown kind; use `secret`, `note` or `password`',
    identity: () => 'dashlane',
  },
  credentials: [{ name: 'service_device_keys', environment: ['DASHLANE_SERVICE_DEVICE_KEYS'] }],
  abilities: () => abilities,
  reach: () => ({ programs: ['dcli'] }),
  cost: { unit: 'process', perBatch: 1, more: 2, unlocks: true },
  entry,
  conventionName: titleByConvention,
  howToSupply: (item) => `add ${item} to Dashlane, then run \`dcli sync\``,
  plainText: false,
} as const satisfies ProviderDescriptor;

/** The field that counts without `field` depends on the kind of the item. */
function entry(at: At): Entry {
  return titledEntry(at, { title: at.kind === 'native' ? at.item : titleByConvention(at), isCaseless: true });
}

const KINDS: readonly string[] = ['secret', 'secrets', 'note', 'notes', 'password', 'passwords', 'login', 'logins'];

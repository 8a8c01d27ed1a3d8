/** Dashlane, through its command `dcli` (read-only). */
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
  available: false,
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
  cost: { unit: 'process', perBatch: 3, unlocks: true },
  plainText: false,
} as const satisfies ProviderDescriptor;

const KINDS: readonly string[] = ['secret', 'secrets', 'note', 'notes', 'password', 'passwords', 'login', 'logins'];

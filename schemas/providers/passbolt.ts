/** Passbolt, through its command `passbolt`. */
import { placeholdersProblem } from '../stores/placeholders.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
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
  cost: { unit: 'process', perBatch: 'one each', unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

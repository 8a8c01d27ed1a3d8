/** The keyring of the operating system: Secret Service, Keychain or Credential Manager. */
import { placeholdersProblem } from '../stores/placeholders.js';
import { filePathOf } from '../stores/store-uri.js';
import type { Abilities, ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'bytes',
  read: true,
  write: 'all',
  remove: true,
  list: false,
  keeps: { generated: true, prompted: true },
};

export const keyring = {
  scheme: 'keyring',
  title: 'system keyring',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'template',
    query: {},
    refuses: (uri) => {
      if (uri.authority === '' && uri.path !== '') return 'starts its pattern with `/`: leave that out';
      return filePathOf(uri) === '' ? null : placeholdersProblem(filePathOf(uri), { needsKey: true });
    },
    // One keyring for all patterns; what they name differs by entry.
    identity: () => 'keyring',
  },
  credentials: [],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: 'one each', unlocks: true },
  plainText: false,
} as const satisfies ProviderDescriptor;

/** The store that holds nothing: what is generated or typed for it lives for one resolution. */
import { flatEntry, keyAlone } from '../addresses/flat-entry.js';
import type { Abilities, ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: { field: 'optional', vault: 'optional', section: 'optional', version: 'optional' },
  values: 'bytes',
  read: true,
  write: 'no',
  remove: false,
  list: false,
  keeps: { generated: false, prompted: false },
};

export const nothing = {
  scheme: 'null',
  title: 'store that is always empty',
  available: true,
  uri: { user: 'no', authority: 'no', path: 'no', location: 'none', query: {}, meantAsItem: () => null },
  credentials: [],
  abilities: () => abilities,
  howToSupply: () => 'add a store that keeps values to `providers`',
  cost: { unit: 'none', perBatch: 0, unlocks: false },
  entry: flatEntry(() => null),
  conventionName: keyAlone,
  refusesChange: () => ({ problem: 'null stores nothing' }),
  plainText: false,
} as const satisfies ProviderDescriptor;

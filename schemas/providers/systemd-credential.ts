/** Credentials that the service manager hands to a unit (read-only). */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'bytes',
  read: true,
  write: 'no',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const systemdCredential = {
  scheme: 'systemd-credential',
  title: 'systemd credentials',
  available: false,
  uri: { user: 'no', authority: 'no', path: 'no', location: 'none', query: {} },
  credentials: [],
  abilities: () => abilities,
  cost: { unit: 'file', perBatch: 'one each', unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

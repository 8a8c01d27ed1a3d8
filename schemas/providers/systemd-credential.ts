/** Credentials that the service manager hands to a unit (read-only). */
import { flatEntry, keyAlone } from '../addresses/flat-entry.js';
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
  available: true,
  uri: { user: 'no', authority: 'no', path: 'no', location: 'none', query: {} },
  credentials: [],
  abilities: () => abilities,
  reach: () => ({ machine: ['file'] }),
  entry: flatEntry(nameProblem),
  conventionName: keyAlone,
  howToSupply: (item) => `pass the credential ${item} to the unit, for example with \`LoadCredential=${item}:PATH\``,
  cost: { unit: 'file', perBatch: 'one each', unlocks: false },
  plainText: false,
  engines: { systemd: 'credential' },
} as const satisfies ProviderDescriptor;

const LONGEST_NAME = 255;

/** A credential is one file in the folder of the unit. Of names beyond ASCII, the system knows the length in bytes. */
function nameProblem(item: string): string | null {
  if (/[/\\\0]/.test(item)) return 'contains `/`, a backslash or NUL; it must be the name of a credential';
  if (item === '' || item === '.' || item === '..') return 'is not the name of a credential';
  return item.length > LONGEST_NAME ? `is longer than ${LONGEST_NAME} bytes` : null;
}

/** Variables of the process environment (read-only). */
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

export const env = {
  scheme: 'env',
  title: 'environment variables',
  available: true,
  uri: { user: 'no', authority: 'no', path: 'no', location: 'none', query: {} },
  credentials: [],
  abilities: () => abilities,
  entry: flatEntry(nameProblem),
  conventionName: keyAlone,
  howToSupply: (item) => `set the variable ${item} in the environment of \`tool\``,
  cost: { unit: 'none', perBatch: 0, unlocks: false },
  plainText: false,
  engines: { github: 'variable', gitlab: 'variable' },
} as const satisfies ProviderDescriptor;

function nameProblem(item: string): string | null {
  return item === '' || /[=\0]/.test(item) ? 'is not a valid variable name' : null;
}

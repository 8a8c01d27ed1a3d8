/** Secrets of a Fly.io app (write-only). */
import { flatEntry, keyAlone } from '../addresses/flat-entry.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: false,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const fly = {
  scheme: 'fly',
  title: 'Fly.io app secrets',
  available: true,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'fly://my-app',
    query: {
      stage: { values: ['true', 'false'], default: 'false' },
      detach: { values: ['true', 'false'], default: 'false' },
    },
  },
  credentials: [{ name: 'access_token', environment: ['FLY_API_TOKEN', 'FLY_ACCESS_TOKEN'] }],
  abilities: () => abilities,
  reach: () => ({ programs: ['flyctl'], machine: ['file'] }),
  cost: { unit: 'process', perBatch: 'one each', writes: { batch: 1, each: 1 }, unlocks: false },
  entry: flatEntry(nameProblem),
  conventionName: keyAlone,
  plainText: false,
} as const satisfies ProviderDescriptor;

function nameProblem(item: string): string | null {
  return item === '' || item.startsWith('-') || /[=\0]/.test(item)
    ? 'is not a name of a secret: it is empty, begins with `-`, or contains `=` or NUL'
    : null;
}

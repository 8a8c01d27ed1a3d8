/** Keeper Secrets Manager. */
import type { At } from '../stores/address.js';
import type { Entry } from '../stores/entry.js';
import { titleByConvention, titledEntry } from '../stores/titled-entry.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { optionTexts } from './option-reach.js';

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'text',
  read: true,
  write: 'all',
  remove: true,
  list: false,
  keeps: KEEPS_ALL,
};

export const keeper = {
  scheme: 'keeper',
  title: 'Keeper Secrets Manager',
  available: false,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'keeper://FOLDER_UID',
    query: {
      config_file: {},
      folder: { refuses: () => 'belongs in the location: `keeper://FOLDER_UID`' },
    },
  },
  credentials: [
    { name: 'config', environment: ['KSM_CONFIG'] },
    { name: 'token', environment: ['KSM_TOKEN'] },
  ],
  abilities: () => abilities,
  reach: (uri) => ({ files: optionTexts(uri, ['config_file']) }),
  cost: { unit: 'request', perBatch: 1, unlocks: false },
  entry,
  conventionName: titleByConvention,
  plainText: false,
} as const satisfies ProviderDescriptor;

function entry(at: At): Entry {
  return titledEntry(at, { title: at.kind === 'native' ? at.item : titleByConvention(at), usualField: 'password' });
}

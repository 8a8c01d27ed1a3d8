/** Keeper Secrets Manager. */
import type { At } from '../addresses/address.js';
import { type Entry, type Unfit, unfitName } from '../addresses/entry.js';
import { titleByConvention, titledEntry } from '../addresses/titled-entry.js';
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
  available: true,
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
  reach: (uri) => ({ files: optionTexts(uri, ['config_file']), machine: ['host', 'file'] }),
  cost: { unit: 'request', perBatch: 1, writes: { batch: 1, each: 1 }, unlocks: false },
  entry,
  conventionName: titleByConvention,
  refusesChange: ({ isConventional }, action) =>
    action === 'write' || isConventional
      ? null
      : { problem: 'a record of a `ref` is never deleted', help: 'delete it in Keeper' },
  plainText: false,
} as const satisfies ProviderDescriptor;

function entry(at: At): Entry | Unfit {
  const title = at.kind === 'native' ? at.item : titleByConvention(at);
  const named = titledEntry(at, { title, usualField: 'password' });
  return (
    unfitName(at, title, nameProblem(title)) ?? (at.kind === 'native' ? named : { ...named, isConventional: true })
  );
}

function nameProblem(item: string): string | null {
  return item === '' ? 'is neither a UID nor a title of a record' : null;
}

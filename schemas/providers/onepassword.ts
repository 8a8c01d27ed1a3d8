/** 1Password, through its command `op`. */
import type { At } from '../addresses/address.js';
import { type Entry, fieldOf, renameAdvice, type Unfit, unfitAs } from '../addresses/entry.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { titleByConvention, titledEntry } from '../addresses/titled-entry.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: { field: 'optional', vault: 'optional', section: 'with field' },
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

const DEFAULT_VAULT = 'Private';

export const onepassword = {
  scheme: 'onepassword',
  title: '1Password',
  available: true,
  uri: {
    user: 'optional',
    authority: 'optional',
    path: 'no',
    location: 'server',
    defaultLocation: DEFAULT_VAULT,
    query: {},
    meantAsItem: ({ path }) => path.split('/')[1] ?? null,
    identity: (uri) => `onepassword://${accountOf(uri)}${vaultOf(uri)}`,
  },
  credentials: [{ name: 'service_account_token', environment: ['OP_SERVICE_ACCOUNT_TOKEN'] }],
  abilities: () => abilities,
  reach: () => ({ programs: ['op'] }),
  cost: { unit: 'process', perBatch: 2, writes: { batch: 2, each: 1 }, unlocks: true },
  entry: onepasswordEntry,
  conventionName: titleByConvention,
  plainText: false,
} as const satisfies ProviderDescriptor;

/** An item in the vault of the address, which a `ref` may replace. */
export function onepasswordEntry(at: At, uri: StoreUri): Entry | Unfit {
  const { vault, section } = at.kind === 'native' ? at : {};
  const title = at.kind === 'native' ? at.item : titleByConvention(at);
  const parts = [title, vault, section, fieldOf(at)];
  if (parts.some((part) => part?.includes('\0') === true))
    return unfitAs('item', title, 'has a part with NUL, which 1Password cannot have', renameAdvice(at));
  const entry = titledEntry(at, { title, within: vault ?? vaultOf(uri), section, usualField: 'value' });
  return fieldOf(at) === undefined ? { ...entry, isFieldUnnamed: true } : entry;
}

function accountOf({ userinfo }: StoreUri): string {
  return userinfo === null ? '' : `${encodeURIComponent(userinfo.user)}@`;
}

/** `localhost` stands for no vault. */
export function vaultOf({ authority }: StoreUri): string {
  return authority === '' || authority === 'localhost' ? DEFAULT_VAULT : authority;
}

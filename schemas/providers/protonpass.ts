/** Proton Pass, through its command `pass-cli`. */
import type { At } from '../addresses/address.js';
import { type Entry, entryNamed, type Unfit, unfitName } from '../addresses/entry.js';
import { fillPlaceholders, type PlaceholderValues, placeholdersProblem } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const protonpass = {
  scheme: 'protonpass',
  title: 'Proton Pass',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'server',
    query: {},
    // The vault, then a pattern of titles.
    refuses: (uri) => vaultProblem(uri) ?? (uri.path === '' ? null : placeholdersProblem(uri.path, { needsKey: true })),
    identity: (uri) => `protonpass:${vaultOf(uri)}`,
  },
  credentials: [],
  abilities: () => abilities,
  reach: () => ({ programs: ['pass-cli'] }),
  cost: { unit: 'process', perBatch: 1, writes: { batch: 1, each: 1 }, unlocks: true },
  entry,
  conventionName,
  plainText: false,
} as const satisfies ProviderDescriptor;

/** The vault of a store without one in its address is called as the tool. */
export function vaultOf({ authority }: StoreUri): string {
  return authority || 'tool';
}

function vaultProblem(uri: StoreUri): string | null {
  return vaultOf(uri).includes('\0') ? 'needs the name of a vault, which does not contain NUL' : null;
}

function entry(at: At, uri: StoreUri): Entry | Unfit {
  const title = at.kind === 'native' ? at.item : conventionName(at, uri);
  return unfitName(at, title, nameProblem(title)) ?? entryNamed(title);
}

function conventionName(parts: PlaceholderValues, { path }: StoreUri): string {
  return fillPlaceholders(path.slice(1) || '{project}/{profile}/{key}', parts);
}

/** Proton Pass refuses an empty title. */
function nameProblem(item: string): string | null {
  return item === '' ? 'is not a title of an item' : null;
}

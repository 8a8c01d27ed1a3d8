/** The keyring of the operating system: Secret Service, Keychain or Credential Manager. */
import type { At } from '../addresses/address.js';
import { type Entry, entryNamed, fieldOf, type Unfit, unfitAs, unfitNameOf } from '../addresses/entry.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { CONVENTION, patternName, patternProblem } from './pattern-location.js';

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'bytes',
  read: true,
  write: 'all',
  remove: true,
  list: false,
  keeps: KEEPS_ALL,
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
    defaultLocation: CONVENTION,
    query: {},
    refuses: patternProblem,
  },
  credentials: [],
  abilities: () => abilities,
  reach: () => ({ machine: ['service'] }),
  cost: { unit: 'request', perBatch: 'one each', writes: { batch: 2, each: 3 }, unlocks: true },
  readsIfOpen: true,
  entry,
  conventionName: patternName,
  plainText: false,
} as const satisfies ProviderDescriptor;

/**
 * Service and account; without `field` the account is the user of the machine. The operating systems end a text at NUL, so
 * another entry than the named one would be used.
 */
function entry(at: At, uri: StoreUri): Entry | Unfit {
  const service = at.kind === 'native' ? at.item : patternName(at, uri);
  const account = fieldOf(at);
  const unfit = unfitNameOf(at, (parts) => patternName(parts, uri), serviceProblem);
  if (unfit !== null) return unfit;
  if (account !== undefined && !isName(account))
    return unfitAs('field', account, `is not an account of a keyring, ${RULE}`, 'name another `field`');
  return entryNamed(service, { field: account });
}

const RULE = 'which is not empty and has no NUL';

function serviceProblem(service: string): string | null {
  return isName(service) ? null : `is not a service of a keyring, ${RULE}`;
}

function isName(text: string): boolean {
  return text !== '' && !text.includes('\0');
}

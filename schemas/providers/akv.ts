/** Azure Key Vault. */
import type { At } from '../addresses/address.js';
import {
  type Entry,
  entryNamed,
  type Unfit,
  unfitAs,
  unfitName,
  unfitPart,
  unfitVersion,
  versionOf,
} from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { base32 } from './base32.js';
import { azureReach } from './azure-reach.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { domainProblem, trimmedDomain } from './option-text.js';
import { bareName } from './server-name.js';

const abilities: Abilities = {
  coordinates: { version: 'optional' },
  values: 'text',
  read: true,
  write: 'convention',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

const USUAL_DOMAIN = 'vault.azure.net';

export const akv = {
  scheme: 'akv',
  title: 'Azure Key Vault',
  available: true,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'akv://my-vault',
    query: {
      auth: { values: ['env', 'cli', 'managed_identity', 'workload_identity'], default: 'env' },
      suffix: { default: USUAL_DOMAIN, spelled: trimmedDomain, refuses: domainProblem },
    },
    // It becomes the host of a URL, whose other parts it must not reach.
    refuses: ({ authority }) =>
      /^[A-Za-z0-9.-]+$/.test(authority) ? null : 'needs the name of a vault, or its host: `akv://my-vault`',
    meantAsItem: ({ path }) => path.replace(/^\/(secrets\/)?/, '').replace(/\/[0-9A-Za-z]{32}$/, ''),
    canonical: ({ authority, query }) => ({ authority: bareName(authority, domainOf(query)) }),
    identity: (uri) => `akv://${vaultHost(uri)}`,
  },
  credentials: [
    { name: 'tenant_id', environment: ['AZURE_TENANT_ID'] },
    { name: 'client_id', environment: ['AZURE_CLIENT_ID'] },
    { name: 'client_secret', environment: ['AZURE_CLIENT_SECRET'] },
  ],
  abilities: () => abilities,
  entry,
  conventionName,
  spelledPart: base32,
  reach: (uri) => azureReach(vaultHost(uri), [uri.query.get('auth')]),
  cost: { unit: 'request', perBatch: 'one each', writes: { batch: 0, each: 3 }, signIn: 2, unlocks: false },
  plainText: false,
  engines: { 'external-secrets': 'azurekv' },
} as const satisfies ProviderDescriptor;

const LONGEST_NAME = 127;

/** Case makes no difference in names. */
function entry(at: At): Entry | Unfit {
  const unfit = unfitPart(
    at,
    /^[A-Za-z0-9_-]+$/,
    'a name in the vault',
    'use letters, digits, `_` and `-`, or give the secret a `ref`',
  );
  if (unfit !== null) return unfit;
  const name =
    at.kind === 'native'
      ? at.item
      : conventionName({ project: base32(at.project), profile: base32(at.profile), key: base32(at.key) });
  if (at.kind === 'convention' && name.length > LONGEST_NAME) {
    const problem = 'is, together with project and profile, too long for a name in the vault';
    return unfitAs('key', at.key, problem, 'they may have about 68 characters; give the secret a `ref`');
  }
  return (
    unfitName(at, name, nameProblem(name)) ??
    unfitVersion(
      at,
      (version) => /^[A-Za-z0-9]{32}$/.test(version),
      'write its 32 characters, or leave out `version` to get the latest one',
    ) ??
    entryNamed(name, { version: versionOf(at), comparedAs: name.toLowerCase() })
  );
}

/** Of parts in Base32: names of a vault have no `_`, and case makes no difference in them. */
function conventionName({ project, profile, key }: PlaceholderValues): string {
  return `tool--${project}--${profile}--${key}`;
}

function nameProblem(item: string): string | null {
  const isName = /^[0-9A-Za-z-]{1,127}$/.test(item);
  return isName ? null : 'is not a name of a secret in a vault, which has up to 127 letters, digits and hyphens';
}

/** A name with a dot is a whole host. */
export function vaultHost({ authority, query }: Pick<StoreUri, 'authority' | 'query'>): string {
  return (authority.includes('.') ? authority : `${authority}.${domainOf(query)}`).toLowerCase();
}

function domainOf(query: StoreUri['query']): string {
  return trimmedDomain(query.get('suffix') ?? USUAL_DOMAIN);
}

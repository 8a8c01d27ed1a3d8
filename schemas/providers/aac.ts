/** Azure App Configuration. */
import type { StoreUri } from '../stores/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'convention',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const aac = {
  scheme: 'aac',
  title: 'Azure App Configuration',
  available: false,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'aac://my-store',
    query: {
      auth: {
        empty: 'refused',
        values: ['env', 'cli', 'managed_identity', 'workload_identity', 'connection_string'],
        default: 'env',
      },
      suffix: { empty: 'refused', default: 'azconfig.io', refuses: suffixProblem },
      audience: { empty: 'refused', refuses: audienceProblem },
      key_vault_auth: {
        empty: 'refused',
        values: ['inherit', 'env', 'cli', 'managed_identity', 'workload_identity'],
      },
      key_vault_suffix: { empty: 'refused', default: 'vault.azure.net', refuses: suffixProblem },
      label: { empty: 'refused' },
      prefix: {
        empty: 'refused',
        refuses: (value) =>
          value.includes('%') || value === '.' || value === '..' ? 'is not the start of a key' : null,
      },
      tag: { empty: 'refused', repeats: true, refuses: tagProblem },
    },
    refuses: storeProblem,
    identity: ({ authority, query }) =>
      `aac://${hostOf(authority, query)}?${query.get('label') ?? ''}&${query.get('prefix') ?? ''}`,
  },
  credentials: [
    { name: 'tenant_id', environment: ['AZURE_TENANT_ID'] },
    { name: 'client_id', environment: ['AZURE_CLIENT_ID'] },
    { name: 'client_secret', environment: ['AZURE_CLIENT_SECRET'] },
    { name: 'connection_string', environment: ['AZURE_APPCONFIG_CONNECTION_STRING'] },
  ],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: 'one each', unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

function hostOf(authority: string, query: StoreUri['query']): string {
  return (authority.includes('.') ? authority : `${authority}.${query.get('suffix') ?? 'azconfig.io'}`).toLowerCase();
}

/** If the host does not determine where to sign in, an option must. */
function storeProblem({ authority, query, queryPairs }: StoreUri): string | null {
  if (authority.includes(':')) return 'has a port, which this service does not support';
  if (authority.includes('.') && query.has('suffix')) return 'has a full host name; remove `suffix`';
  if (!hostOf(authority, query).endsWith('.azconfig.io') && !query.has('audience'))
    return 'is not under `azconfig.io`; add `?audience=https://...`';
  if (query.get('auth') === 'connection_string' && query.get('key_vault_auth') === 'inherit')
    return 'uses a connection string, which `key_vault_auth` cannot inherit from';
  const tags = queryPairs.filter(([name]) => name === 'tag').map(([, value]) => value.slice(0, value.indexOf('=')));
  if (tags.length > 5) return 'has more than five tags';
  return new Set(tags).size === tags.length ? null : 'has two tags with the same name';
}

function tagProblem(tag: string): string | null {
  return /^[^=]+=.+$/s.test(tag) ? null : 'must have the form `tag=NAME=VALUE`';
}

function suffixProblem(suffix: string): string | null {
  return /[/:]/.test(suffix) ? 'must be a domain without `/` and `:`' : null;
}

function audienceProblem(audience: string): string | null {
  return /^https:\/\/[^/?#@:]+\/?$/.test(audience) ? null : 'must be an origin such as `https://appconfig.azure.com`';
}

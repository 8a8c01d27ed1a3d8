/** Azure Key Vault. */
import type { StoreUri } from '../stores/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { domainProblem, trimmedDomain } from './option-text.js';

const abilities: Abilities = {
  coordinates: { version: 'optional' },
  values: 'text',
  read: true,
  write: 'convention',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

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
      suffix: { default: 'vault.azure.net', spelled: trimmedDomain, refuses: domainProblem },
    },
    // It becomes the host of a URL, whose other parts it must not reach.
    refuses: ({ authority }) =>
      /^[A-Za-z0-9.-]+$/.test(authority) ? null : 'needs the name of a vault, or its host: `akv://my-vault`',
    meantAsItem: ({ path }) => path.replace(/^\/(secrets\/)?/, '').replace(/\/[0-9A-Za-z]{32}$/, ''),
    identity: (uri) => `akv://${vaultHost(uri)}`,
  },
  credentials: [
    { name: 'tenant_id', environment: ['AZURE_TENANT_ID'] },
    { name: 'client_id', environment: ['AZURE_CLIENT_ID'] },
    { name: 'client_secret', environment: ['AZURE_CLIENT_SECRET'] },
  ],
  abilities: () => abilities,
  refusesItem: (item) =>
    /^[0-9A-Za-z-]{1,127}$/.test(item)
      ? null
      : 'is not a name of a secret in a vault, which has up to 127 letters, digits and hyphens',
  cost: { unit: 'request', perBatch: 'one each', unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

/** A name with a dot is a whole host. */
export function vaultHost({ authority, query }: Pick<StoreUri, 'authority' | 'query'>): string {
  const suffix = trimmedDomain(query.get('suffix') ?? 'vault.azure.net');
  return (authority.includes('.') ? authority : `${authority}.${suffix}`).toLowerCase();
}

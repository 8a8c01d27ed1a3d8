/** Azure Key Vault. */
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

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
  available: false,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'akv://my-vault',
    query: {
      auth: { values: ['env', 'cli', 'managed_identity', 'workload_identity'], default: 'env' },
      suffix: { default: 'vault.azure.net' },
    },
    identity: ({ authority, query }) =>
      `akv://${authority.includes('.') ? authority : `${authority}.${query.get('suffix') ?? 'vault.azure.net'}`}`.toLowerCase(),
  },
  credentials: [
    { name: 'tenant_id', environment: ['AZURE_TENANT_ID'] },
    { name: 'client_id', environment: ['AZURE_CLIENT_ID'] },
    { name: 'client_secret', environment: ['AZURE_CLIENT_SECRET'] },
  ],
  abilities: () => abilities,
  cost: { unit: 'request', perBatch: 'one each', unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

/** The KV engine of HashiCorp Vault. */
import type { ProviderDescriptor } from './descriptor.js';
import { kvAbilities, kvConventionName, kvEntry, kvReach, kvShape } from './kv-engine.js';

export const vault = {
  scheme: 'vault',
  family: 'kv',
  title: 'HashiCorp Vault KV',
  available: true,
  uri: kvShape,
  credentials: [
    { name: 'token', environment: ['VAULT_TOKEN'] },
    { name: 'role_id', environment: ['VAULT_ROLE_ID'] },
    { name: 'secret_id', environment: ['VAULT_SECRET_ID'] },
  ],
  abilities: kvAbilities,
  reach: kvReach,
  cost: { unit: 'request', perBatch: 'one each', unlocks: false },
  entry: kvEntry,
  conventionName: kvConventionName,
  plainText: false,
} as const satisfies ProviderDescriptor;

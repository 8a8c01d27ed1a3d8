/** The KV engine of HashiCorp Vault. */
import type { ProviderDescriptor } from './descriptor.js';
import { kvAbilities, kvConventionName, kvEntry, kvReach, kvShape, kvSignIn } from './kv-engine.js';

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
  cost: {
    unit: 'request',
    perBatch: 'one each',
    more: 1,
    writes: { batch: 1, each: 2 },
    signIn: kvSignIn,
    unlocks: false,
  },
  entry: kvEntry,
  conventionName: kvConventionName,
  plainText: false,
  engines: { 'external-secrets': 'vault', 'vault-agent': 'kv' },
} as const satisfies ProviderDescriptor;

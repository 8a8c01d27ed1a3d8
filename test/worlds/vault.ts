/** HashiCorp Vault, with a token and by AppRole. */
import { KV_WORLD, kvFaults, kvHttpWorld, machineOfKv } from './shared/kv.js';
import type { StoreTests } from './shared/store-world.js';

export const store: StoreTests = {
  world: { spec: (_, host) => `vault://${host}?tls=false`, ...KV_WORLD },
  machine: machineOfKv('vault', 'VAULT'),
  http: {
    vault: {
      spec: 'vault://vault.test:8200',
      credentials: { token: 'canary-token' },
      hasLasting500: true,
      make: kvHttpWorld,
      costs: { hundred: 100, misses: 101 },
    },
    'vault by AppRole': {
      spec: 'vault://vault.test:8200?auth=approle',
      credentials: { role_id: 'role', secret_id: 'canary-secret-id' },
      hasLasting500: true,
      make: kvHttpWorld,
      costs: { hundred: 101, misses: 102 },
    },
  },
  faults: () => kvFaults('vault', 'VAULT_TOKEN'),
};

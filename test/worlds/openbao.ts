/** OpenBao, with version 1 of the engine in the matrix. */
import { KV_WORLD, kvFaults, kvHttpWorld, machineOfKv } from './shared/kv.js';
import type { StoreTests } from './shared/store-world.js';

export const store: StoreTests = {
  world: { spec: (_, host) => `openbao://${host}?tls=false`, ...KV_WORLD },
  machine: machineOfKv('openbao', 'BAO'),
  http: {
    openbao: {
      spec: 'openbao://bao.test:8200/old?kv=1',
      credentials: { token: 'canary-token' },
      hasLasting500: true,
      make: () => kvHttpWorld('old'),
      costs: { hundred: 100, misses: 101 },
    },
  },
  faults: () => kvFaults('openbao', 'BAO_TOKEN'),
};

/** The same vault with a service account. */
import { ONEPASSWORD_WORLD } from './onepassword.js';
import type { StoreTests } from './shared/store-world.js';

export const store: StoreTests = {
  world: {
    ...ONEPASSWORD_WORLD,
    spec: () => 'onepassword+token://Work',
    hold: (at, user, host) => ({
      ...ONEPASSWORD_WORLD.hold(at, user, host),
      OP_SERVICE_ACCOUNT_TOKEN: 'ops_canary-token',
    }),
  },
  machine: [],
};

/** The store that holds nothing. */
import { NOTHING_STORED, READ_ONLY_ABILITY } from './shared/fault-world.js';
import type { StoreTests } from './shared/store-world.js';

export const store: StoreTests = {
  world: { spec: () => 'null', hold: () => ({}), item: () => 'HELD' },
  machine: [],
  faults: () => ({
    uri: () => 'null',
    faults: {
      'it is always empty': { codes: NOTHING_STORED, onlyReads: true },
      'it is read-only': READ_ONLY_ABILITY,
    },
  }),
};

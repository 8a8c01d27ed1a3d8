/** The environment of the tool itself. */
import { NOTHING_STORED, READ_ONLY_ABILITY, VALUES } from './shared/fault-world.js';
import { type StoreTests, VALUE } from './shared/store-world.js';

export const store: StoreTests = {
  world: { spec: () => 'env', hold: () => ({ HELD: VALUE }), item: () => 'HELD' },
  machine: [],
  faults: () => ({
    uri: () => 'env',
    variables: VALUES,
    faults: {
      'vanished variable': { variables: { ONE: undefined, TWO: undefined }, codes: NOTHING_STORED, onlyReads: true },
      'it is read-only': READ_ONLY_ABILITY,
    },
  }),
};

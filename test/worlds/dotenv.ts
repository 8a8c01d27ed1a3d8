/** One `.env` file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ofFiles, STORE } from './shared/fault-world.js';
import { machineOfPath } from './shared/machine.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { laidOut } from './shared/values.js';

export const store: StoreTests = {
  world: {
    spec: (at) => `dotenv:${at}/.env`,
    hold: (at) => laidOut(at, '.env', `HELD=${VALUE}\n`),
    item: () => 'HELD',
    file: '.env',
  },
  machine: machineOfPath('dotenv:values.env'),
  faults: () => ({
    uri: () => `dotenv://${STORE}/.env`,
    file: '.env',
    faults: {
      ...ofFiles('.env'),
      'truncated file': {
        bring: ({ place }) => writeFileSync(join(place, STORE, '.env'), 'ONE="canary-o', { mode: 0o600 }),
        codes: ['E1107'],
      },
    },
  }),
};

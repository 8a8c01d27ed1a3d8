/** The credentials of a unit of systemd, laid out as systemd does it. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTHING_STORED, ofFiles, READ_ONLY, STORE, VALUES } from './shared/fault-world.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { laidOut } from './shared/values.js';

const { denial, 'vanished file': vanished } = ofFiles('ONE');

export const store: StoreTests = {
  world: {
    spec: () => 'systemd-credential',
    hold: (at) => {
      laidOut(`${at}/credentials`, 'HELD', VALUE);
      return { CREDENTIALS_DIRECTORY: `${at}/credentials` };
    },
    item: () => 'HELD',
    file: 'credentials/HELD',
  },
  machine: [
    [
      'systemd-credential',
      'the unit',
      {},
      { CREDENTIALS_DIRECTORY: '/run/one' },
      { CREDENTIALS_DIRECTORY: '/run/two' },
    ],
  ],
  faults: () => ({
    uri: () => 'systemd-credential',
    variablesIn: ({ place }) => ({ CREDENTIALS_DIRECTORY: join(place, STORE) }),
    prepare: ({ place }) => {
      for (const [name, value] of Object.entries(VALUES)) {
        writeFileSync(join(place, STORE, name), value, { mode: 0o600 });
      }
    },
    faults: {
      denial: { ...denial, onlyReads: true },
      'vanished file': vanished,
      'vanished folder': {
        bring: ({ place }) => rmSync(join(place, STORE), { recursive: true }),
        codes: NOTHING_STORED,
        isGone: true,
      },
      'outside a unit': { variables: { CREDENTIALS_DIRECTORY: undefined }, codes: ['E1101'], onlyReads: true },
      'it is read-only': READ_ONLY,
    },
  }),
};

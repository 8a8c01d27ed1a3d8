/** A folder with one file per secret. */
import { NO_LOCK, ofFiles, STORE } from './shared/fault-world.js';
import { machineOfPath } from './shared/machine.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { laidOut } from './shared/values.js';

export const store: StoreTests = {
  world: {
    spec: (at) => `file:${at}/store`,
    hold: (at) => laidOut(`${at}/store/demo/default`, 'HELD', VALUE),
    item: () => 'demo/default/HELD',
    file: 'store/demo/default/HELD',
  },
  machine: machineOfPath('file:./values'),
  faults: () => ({
    uri: () => `file:./${STORE}`,
    file: 'faults/default/ONE',
    faults: { ...ofFiles('faults/default/ONE', ['delete']), 'another writer holds the lock': NO_LOCK },
  }),
};

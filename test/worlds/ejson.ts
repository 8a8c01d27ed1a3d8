/** An ejson document, with its key from a credential. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boxed, PRIVATE_KEY, PUBLIC_KEY } from '../runtime/providers/ejson/ejson-files.js';
import { halved, ofFiles, READ_ONLY, STORE, VALUES } from './shared/fault-world.js';
import { machineOfPath } from './shared/machine.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { laidOut } from './shared/values.js';

const { denial, 'vanished file': vanished } = ofFiles('ONE');

export const store: StoreTests = {
  world: {
    spec: (at) => `ejson:${at}/secrets.ejson`,
    hold: (at) => {
      const document = { _public_key: PUBLIC_KEY, demo: { default: { HELD: boxed(VALUE) } } };
      return laidOut(at, 'secrets.ejson', JSON.stringify(document));
    },
    item: () => '/demo/default/HELD',
    credentials: { private_key: PRIVATE_KEY },
    file: 'secrets.ejson',
  },
  machine: machineOfPath('ejson:values.ejson'),
  faults: () => ({
    uri: () => 'sealed',
    aliases: `sealed = { uri = "ejson:${STORE}/ONE", credentials = { private_key = "dotenv:key.env" } }`,
    prepare: ({ place }) => {
      const entries = Object.entries(VALUES).map(([name, value]) => [name, boxed(value)]);
      const document = { _public_key: PUBLIC_KEY, faults: { default: Object.fromEntries(entries) } };
      writeFileSync(join(place, STORE, 'ONE'), JSON.stringify(document), { mode: 0o600 });
      writeFileSync(join(place, 'key.env'), `private_key=${PRIVATE_KEY}\n`, { mode: 0o600 });
    },
    faults: {
      denial: { ...denial, onlyReads: true },
      'vanished file': vanished,
      'truncated file': { bring: halved('ONE'), codes: ['E1107', 'E1101'], onlyReads: true },
      'vanished key': {
        bring: ({ place }) => rmSync(join(place, 'key.env')),
        codes: ['E1112', 'E1103', 'E1101'],
        onlyReads: true,
      },
      'it is read-only': READ_ONLY,
    },
  }),
};

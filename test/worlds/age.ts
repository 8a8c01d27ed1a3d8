/** A file encrypted with age, for a new key of each run. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity } from 'age-encryption';
import { sealedText } from '../runtime/providers/age/age-files.js';
import { AGE_IDENTITY } from './shared/age-identity.js';
import { halved, ofFiles, STORE } from './shared/fault-world.js';
import { machineOfPath } from './shared/machine.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { laidOut } from './shared/values.js';

const KEY = await generateIdentity();
const FILE = await sealedText(KEY, `HELD=${VALUE}\n`);

export const store: StoreTests = {
  world: {
    spec: (at) => `age:${at}/secrets.age?identity=${at}/key.txt`,
    hold: (at) => {
      laidOut(at, 'key.txt', `# a comment\n${KEY}\n`);
      return laidOut(at, 'secrets.age', FILE);
    },
    item: () => 'HELD',
    file: 'secrets.age',
  },
  machine: machineOfPath('age:values.age'),
  faults: () => ({
    uri: () => `age:${STORE}/secrets.age?identity=~/own.key`,
    file: 'secrets.age',
    prepare: ({ home }) => writeFileSync(join(home, 'own.key'), AGE_IDENTITY, { mode: 0o600 }),
    faults: {
      ...ofFiles('secrets.age'),
      'truncated file': { bring: halved('secrets.age'), codes: ['E1107', 'E1101'] },
      'identity of someone else': {
        bring: ({ home }) => rmSync(join(home, 'own.key')),
        codes: ['E1101', 'E1102', 'E1112'],
      },
    },
  }),
};

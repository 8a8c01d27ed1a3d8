/** A document that SOPS encrypted, if its program was built. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { sopsDotenv } from '../runtime/providers/sops/sops-documents.js';
import { AGE_IDENTITY, AGE_RECIPIENT } from './shared/age-identity.js';
import { halved, NO_LOCK, ofFiles, STORE } from './shared/fault-world.js';
import { machineOfPath } from './shared/machine.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { laidOut } from './shared/values.js';

const KEY = await generateIdentity();
const RECIPIENT = await identityToRecipient(KEY);
const FILE = await sopsDotenv(RECIPIENT, { HELD: VALUE });

export const store: StoreTests = {
  world: {
    spec: (at) => `sops:${at}/secrets.env?age_key_file=${at}/key.txt`,
    hold: (at) => {
      laidOut(at, 'key.txt', `${KEY}\n`);
      laidOut(at, 'secrets.env', FILE);
      return { PATH: process.env['PATH'] ?? '', SOPS_AGE_RECIPIENTS: RECIPIENT };
    },
    item: () => 'HELD',
    file: 'secrets.env',
    switch: 'TOOL_TEST_SOPS',
  },
  machine: machineOfPath('sops:values.env'),
  faults: ({ withProgram }) => {
    const path = withProgram('sops');
    if (path === null) return null;
    const file = 'secrets.json';
    return {
      uri: () => `sops:${STORE}/${file}?age_key_file=~/own.key`,
      file,
      neverRemoves: true,
      variables: { PATH: path, SOPS_AGE_RECIPIENTS: AGE_RECIPIENT },
      prepare: ({ home }) => writeFileSync(join(home, 'own.key'), AGE_IDENTITY, { mode: 0o600 }),
      faults: {
        ...ofFiles(file),
        // What is delayed is its copy, which is made before the lock is taken.
        'another writer holds the lock': NO_LOCK,
        'truncated file': { bring: halved(file), codes: ['E1107', 'E1114'] },
        'a key of someone else': { bring: ({ home }) => rmSync(join(home, 'own.key')), codes: ['E1102'] },
        'missing program': { variables: { PATH: '/nonexistent' }, codes: ['E1111', 'E1114'], onlyWrites: true },
        'a program that fails': { program: 'echo "canary-one" >&2; exit 2', codes: ['E1101'], onlyWrites: true },
        'a program that changes nothing': { program: 'exit 0', codes: ['E1101'], onlyWrites: true },
        'a program that prints half': { program: 'printf cana; kill -9 $$', codes: ['E1101'], onlyWrites: true },
        'a silent program': { program: 'exec sleep 300', codes: ['E1105'], onlyWrites: true, seconds: 125 },
      },
    };
  },
};

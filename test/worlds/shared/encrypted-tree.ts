/** What the tests of pass and gopass have in common: a tree of files that gpg encrypts, each for the key that a file of the tree names. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, type FaultWorld, halved, STORE } from './fault-world.js';

export const ENCRYPTED_TREE = {
  file: 'tool/faults/default/ONE.gpg',
  prepare: ({ place }) => writeFileSync(join(place, STORE, '.gpg-id'), 'faults@tool.test\n', { mode: 0o600 }),
} as const satisfies Partial<FaultWorld>;

export const ofEncryptedTree: Readonly<Record<string, Fault>> = {
  'truncated file': { bring: halved(ENCRYPTED_TREE.file), codes: ['E1107', 'E1101'], onlyReads: true },
  'missing program': { variables: { PATH: '/nonexistent' }, codes: ['E1111'] },
  'a program that denies': { program: 'echo "gpg: no luck" >&2; exit 2', codes: ['E1101', 'E1107'] },
  'a program that prints half': { program: 'printf cana; kill -9 $$', codes: ['E1101'] },
  'a silent program': { program: 'exec sleep 300', codes: ['E1105'], seconds: 125 },
};

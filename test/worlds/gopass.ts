/** gopass with gpg, if its program was built. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ENCRYPTED_TREE, ofEncryptedTree } from './shared/encrypted-tree.js';
import { type Fault, ofFiles, REMOVING, STORE } from './shared/fault-world.js';
import { type StoreTests, VALUE } from './shared/store-world.js';

const ofTree = ofFiles(ENCRYPTED_TREE.file);
/** gopass overwrites the file of an entry, removes without reading, and locks nothing in the store. */
const ofGopass: Readonly<Record<string, Fault>> = {
  denial: { ...ofTree.denial, mayWork: ['delete'] },
  'vanished file': ofTree['vanished file'],
  'read-only folder': { ...ofTree['read-only folder'], mayWork: ['set'] },
  'full disk': { ...ofTree['full disk'], mayWork: [...REMOVING, 'set'] },
};

export const store: StoreTests = {
  world: {
    spec: () => 'gopass',
    hold: (at) => {
      const { PATH = '', GNUPGHOME = '' } = process.env;
      const environment = { PATH, GNUPGHOME, HOME: `${at}/home` };
      const run = (words: readonly string[], input: string) =>
        execFileSync('gopass', words, { env: environment, input, stdio: 'pipe' });
      run(['init', '--crypto', 'gpgcli', '--storage', 'fs', 'open@tool.test'], '');
      run(['insert', '-m', 'tool/demo/default/HELD'], VALUE);
      return environment;
    },
    item: () => 'tool/demo/default/HELD',
    switch: 'TOOL_TEST_GOPASS',
  },
  machine: [
    ['gopass', 'the folder', {}, { PASSWORD_STORE_DIR: 'AT/one' }, { PASSWORD_STORE_DIR: 'AT/two' }],
    [
      'gopass',
      'the mounts',
      {},
      { files: { 'home/.config/gopass/config': '[mounts]\npath = /one\n' } },
      { files: { 'home/.config/gopass/config': '[mounts]\npath = /two\n' } },
    ],
  ],
  faults: ({ gpgHome, withProgram }) => {
    const path = gpgHome && withProgram('gopass');
    if (!gpgHome || !path) return null;
    return {
      ...ENCRYPTED_TREE,
      uri: () => 'gopass',
      variables: { GNUPGHOME: gpgHome, PATH: path },
      variablesIn: ({ place }) => ({ PASSWORD_STORE_DIR: join(place, STORE) }),
      faults: { ...ofGopass, ...ofEncryptedTree },
    };
  },
};

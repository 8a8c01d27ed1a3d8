/** The standard Unix password manager, if it and gpg are installed. */
import { execFileSync } from 'node:child_process';
import { ENCRYPTED_TREE, ofEncryptedTree } from './shared/encrypted-tree.js';
import { ofFiles, STORE } from './shared/fault-world.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { isNotText } from './shared/values.js';

export const store: StoreTests = {
  world: {
    spec: (at) => `pass://?store_dir=${at}/store`,
    hold: (at) => {
      const { PATH = '', GNUPGHOME = '' } = process.env;
      // Its address names the folder; the variable would lead gopass there, too.
      const environment = { PATH, GNUPGHOME };
      const env = { ...environment, PASSWORD_STORE_DIR: `${at}/store` };
      execFileSync('pass', ['init', 'open@tool.test'], { env });
      execFileSync('pass', ['insert', '-m', 'tool/demo/default/HELD'], { env, input: `${VALUE}\n` });
      return environment;
    },
    item: () => 'tool/demo/default/HELD',
    file: 'store/tool/demo/default/HELD.gpg',
    switch: 'TOOL_TEST_PASS',
    refuses: isNotText,
  },
  machine: [['pass', 'the folder', {}, { PASSWORD_STORE_DIR: 'AT/one' }, { PASSWORD_STORE_DIR: 'AT/two' }]],
  faults: ({ gpgHome, isThere }) =>
    gpgHome === null || !isThere('pass')
      ? null
      : {
          ...ENCRYPTED_TREE,
          uri: () => `pass://?store_dir=./${STORE}`,
          variables: { GNUPGHOME: gpgHome },
          faults: { ...ofFiles(ENCRYPTED_TREE.file, ['delete']), ...ofEncryptedTree },
        },
};

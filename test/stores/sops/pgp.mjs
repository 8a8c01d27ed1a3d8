/** Keys of gpg, through the program. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { get, set } from '../shared/project.mjs';

export function pgp({ root, must, project, isThere, keyOf }) {
  if (!isThere('gpg')) {
    console.log('left out: keys of gpg, which is not installed');
    return {};
  }
  const home = join(root, 'gnupg');
  const gpg = { GNUPGHOME: home };
  return {
    'a document for a key of gpg is read and written': async () => {
      mkdirSync(home, { mode: 0o700 });
      must(['gpg', '--batch', '--passphrase', '', '--quick-gen-key', 'shop@tool.test', 'default', 'default'], '', gpg);
      const listed = must(['gpg', '--list-keys', '--with-colons'], '', gpg);
      const fingerprint = /^fpr:+([0-9A-F]{40}):/mu.exec(listed)[1];
      const store = project('sops:gpg.yaml', { refs: { A: 'A' }, env: gpg });
      writeFileSync(join(store.folder, '.sops.yaml'), `creation_rules:\n  - pgp: ${fingerprint}\n`);
      set(store, 'B', 'first');
      set(store, 'A', 'second');
      deepStrictEqual([get(store, 'B'), get(store, 'A')], ['first', 'second']);
      const stranger = project('sops:gpg.yaml', { refs: { A: 'A' }, env: keyOf('own.key') });
      writeFileSync(stranger.file, store.text());
      const { status, stderr } = stranger.run('get', 'A');
      strictEqual(status, 1);
      match(stderr, /E1102/u);
      must(['gpgconf', '--kill', 'gpg-agent'], '', gpg);
    },
    'a document for gpg and age is read in process': async () => {
      const listed = must(['gpg', '--list-keys', '--with-colons'], '', gpg);
      const fingerprint = /^fpr:+([0-9A-F]{40}):/mu.exec(listed)[1];
      const store = project('sops:both.yaml', { refs: { A: 'A' } });
      const recipient = must(['age-keygen', '-y', join(root, 'own.key')]).trim();
      must(['gpgconf', '--launch', 'gpg-agent'], '', gpg);
      writeFileSync(join(root, 'both.sops.yaml'), `creation_rules:\n  - pgp: ${fingerprint}\n    age: ${recipient}\n`);
      const words = ['sops', '--config', join(root, 'both.sops.yaml'), 'encrypt', '--filename-override', store.file];
      writeFileSync(store.file, must([...words, '--input-type', 'yaml', '--output-type', 'yaml'], 'A: canary\n', gpg));
      strictEqual(store.alone('get', 'A').stdout, 'canary');
      must(['gpgconf', '--kill', 'gpg-agent'], '', gpg);
    },
  };
}

/** What gives no value, and never changes a document. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { set } from '../shared/project.mjs';

/** The commands end with 1, their words match, and the document has the bytes that it had. */
function refuses({ run, file, strays }, said, ...words) {
  const before = readFileSync(file);
  const { status, stdout, stderr } = run(...words);
  strictEqual(status, 1, `${stdout}${stderr}`);
  match(stderr, said);
  ok(!/canary/u.test(stderr + stdout), stderr);
  deepStrictEqual([readFileSync(file), strays()], [before, []]);
}

export function refusals({ project, encrypt, keyOf, decrypt, own }) {
  const both = (store, said) => {
    refuses(store, said, 'get', 'A');
    refuses(store, said, 'set', 'B', 'new');
  };
  return {
    'another key': async () => {
      const store = project('sops:a.yaml', { refs: { A: 'A' }, env: keyOf('mate.key') });
      encrypt(store.file, 'A: canary\n');
      both(store, /E1102.*no available key decrypts `a\.yaml`/su);
      match(store.alone('get', 'A').stderr, /E1102.*is not encrypted for the configured age key/su);
    },
    'a document that was changed, by value, key, order, place or metadata': async () => {
      const changes = [
        (text) => text.replace('C_unencrypted: clear', 'C_unencrypted: other'),
        (text) => text.replace(/^(A: .*)\n(B: .*)\n/u, '$2\n$1\n'),
        (text) => text.replace(/^A: (.*)\nB: (.*)\n/u, 'A: $2\nB: $1\n'),
        (text) => text.replace(/^A: .*\n/u, ''),
        (text) => text.replace(/lastmodified: "20\d\d/u, 'lastmodified: "2001'),
        (text) => text.replace(/ {4}mac: .*\n/u, ''),
        (text) => text.replace(/data:./u, (found) => (found === 'data:A' ? 'data:B' : 'data:A')),
      ];
      for (const change of changes) {
        const store = project('sops:a.yaml', { refs: { A: 'A' } });
        encrypt(store.file, 'A: canary\nB: canary-2\nC_unencrypted: clear\n');
        const text = store.text();
        const changed = change(text);
        ok(changed !== text, String(change));
        writeFileSync(store.file, changed);
        both(store, /E1107.*(changed without|has no MAC|is damaged)/su);
        match(store.alone('get', 'A').stderr, /E1107|E1111/u);
      }
    },
    'metadata of a later version': async () => {
      const store = project('sops:a.yaml', { refs: { A: 'A' } });
      encrypt(store.file, 'A: canary\n');
      writeFileSync(store.file, store.text().replace('    version:', '    approvals: 2\n    version:'));
      both(store, /metadata that this version does not know: `approvals`/u);
    },
    'a file that is not of SOPS, a folder, an empty document': async () => {
      const store = project('sops:a.yaml', { refs: { A: 'A' } });
      writeFileSync(store.file, 'A: canary\n');
      both(store, /is not encrypted with SOPS/u);
      const folder = project('sops:a.yaml');
      mkdirSync(folder.file);
      match(folder.run('get', 'A').stderr, /E1101/u);
      const empty = project(`sops:a.yaml?age_recipients=${own}`);
      writeFileSync(empty.file, '\n');
      both(empty, /is empty: its content was lost/u);
    },
    'a value that would be in clear, by suffix, by expression, in a new document': async () => {
      const store = project('sops:a.yaml');
      encrypt(store.file, 'A: canary\n');
      refuses(store, /E1114.*would leave this value in clear/su, 'set', 'SPARE_unencrypted', 'canary');
      for (const encrypted_regex of ['^(password)$', '^p.*word$']) {
        const by = project('sops:a.yaml');
        encrypt(by.file, 'password: canary\n', { rules: { encrypted_regex } });
        refuses(by, /would leave this value in clear/u, 'set', 'B', 'canary');
      }
      const fresh = project(`sops:new.yaml?age_recipients=${own}`);
      const { status, stderr } = fresh.run('set', 'SPARE_unencrypted', 'canary');
      deepStrictEqual([status, /in clear/u.test(stderr), fresh.strays()], [1, true, []]);
    },
    'names with brackets; quotes and backslashes are written as they are': async () => {
      const names = { A: 'a[0]', B: 'b"c\\d\'e', C: '-f g' };
      const store = project('sops:a.yaml', { refs: names });
      encrypt(store.file, 'x: y\n');
      refuses(store, /contains `\[` or `\]`/u, 'set', 'A', 'new');
      set(store, 'B', 'quotes');
      set(store, 'C', 'dash');
      deepStrictEqual(decrypt(store.file), { x: 'y', [names.B]: 'quotes', [names.C]: 'dash' });
    },
    'a folder that cannot be written': async () => {
      if (process.getuid() === 0) return;
      const store = project('sops:a.yaml', { refs: { A: 'A' } });
      encrypt(store.file, 'A: canary\n');
      chmodSync(store.folder, 0o555);
      refuses(store, /E1114|E1102/u, 'set', 'B', 'new');
      chmodSync(store.folder, 0o755);
    },
    'without the program nothing is written, and nobody is prompted': async () => {
      const store = project('sops:a.yaml');
      encrypt(store.file, 'A: canary\n');
      const { status, stderr } = store.alone('set', 'B', 'new');
      strictEqual(status, 1);
      match(stderr, /`sops`, which writes its documents, was not found/u);
    },
  };
}

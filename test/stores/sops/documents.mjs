/** Documents in every format go both ways, and keep what is in them. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { get, set } from '../shared/project.mjs';

const TEXT = 'line "one"\nC:\\new \'x\' $y née \u{1f600}\t#=;\n';
/** Plain documents with A = canary-a at the place where it is written, and B at the root. */
const PLAIN = {
  'secrets.enc.yaml': '# kept\nshop:\n    prod:\n        A: canary-a # inline\n        n: 0x1F\nB: canary-b\n',
  'secrets.yml': 'B: "canary-b"\nshop: {prod: {A: canary-a, t: 2020-01-02T03:04:05Z}}\n',
  'secrets.json': '{"B": "canary-b", "10": 1, "9": [1.5, true, null, {"x": ""}], "shop": {"prod": {"A": "canary-a"}}}',
  'secrets.env': '# kept\nA=canary-a\nB=canary-b\nTWO=one\\ntwo\n',
  'secrets.ini': '; kept\nB = canary-b\n\n[prod]\n; kept too\nA = canary-a\n',
};
const REFS = { B: 'B' };

export function documents(world) {
  const { own, mate, keyOf, must, project, encrypt, decrypt, root } = world;
  const canDecrypt = (file, key) => {
    try {
      return decrypt(file, keyOf(key)) !== null;
    } catch {
      return false;
    }
  };
  const bothWays = Object.entries(PLAIN).flatMap(([name, plain]) => [
    [
      `${name}: what sops encrypts is read, in process`,
      async () => {
        const store = project(`sops:${name}`, { refs: REFS });
        encrypt(store.file, plain);
        const values = ['A', 'B'].map((key) => store.alone('get', key));
        deepStrictEqual(
          values.map(({ status, stdout, stderr }) => [status, stdout, stderr]),
          [
            [0, 'canary-a', ''],
            [0, 'canary-b', ''],
          ],
        );
      },
    ],
    [
      `${name}: what is written is read by sops, and the rest is kept`,
      async () => {
        const store = project(`sops:${name}`, { refs: REFS });
        encrypt(store.file, plain);
        const before = decrypt(store.file);
        set(store, 'C', TEXT);
        set(store, 'B', 'changed');
        const { C, shop, prod, B, ...after } = decrypt(store.file);
        const written = { 'secrets.env': C, 'secrets.ini': prod?.C }[name] ?? shop?.prod.C;
        const changed = name === 'secrets.ini' ? after.DEFAULT.B : B;
        deepStrictEqual([written, changed, get(store, 'C')], [TEXT, 'changed', TEXT]);
        const others = new Set(Object.keys(before).filter((key) => !['B', 'shop', 'prod', 'DEFAULT'].includes(key)));
        for (const key of others) deepStrictEqual(after[key], before[key]);
        strictEqual(get(store, 'A'), 'canary-a');
        ok(!/canary|line .one/u.test(store.text()), 'a value is in clear');
        const comments = (plain.match(/kept/gu) ?? []).length;
        strictEqual((store.text().match(/type:comment\]/gu) ?? []).length, comments + (/inline/u.test(plain) ? 1 : 0));
      },
    ],
    [
      `${name}: a new document`,
      async () => {
        const store = project(`sops:${name}?age_recipients=${own}`);
        set(store, 'A', TEXT);
        set(store, 'B', 'second');
        const plainNow = decrypt(store.file);
        const flat = name === 'secrets.env' ? plainNow : (plainNow.shop?.prod ?? plainNow.prod);
        deepStrictEqual({ ...flat }, { A: TEXT, B: 'second' });
        deepStrictEqual([store.alone('get', 'A').stdout, statSync(store.file).mode & 0o777], [TEXT, 0o600]);
      },
    ],
  ]);
  return {
    ...Object.fromEntries(bothWays),
    'numbers, dates, maps and null are as sops prints them': async () => {
      const nodes = { A: '12', B: '1.5e3', C: '2020-01-02', KEY_0: '[1, {a: "<&>"}]', KEY_1: 'null', KEY_2: '"12"' };
      const store = project('sops:types.yaml', {
        refs: Object.fromEntries(Object.keys(nodes).map((key) => [key, key])),
      });
      encrypt(
        store.file,
        Object.entries(nodes)
          .map(([key, node]) => `${key}: ${node}\n`)
          .join(''),
      );
      const plain = decrypt(store.file);
      for (const key of Object.keys(nodes)) {
        const { status, stdout } = store.alone('get', key);
        if (plain[key] === null) strictEqual(status, 1);
        else strictEqual(stdout, typeof plain[key] === 'string' ? plain[key] : JSON.stringify(plain[key]));
      }
    },
    'numbers in maps, and what is there twice, are as sops prints them': async () => {
      for (const clear of ['', ', c_unencrypted: 1.5']) {
        const store = project('sops:numbers.yaml', { refs: { A: 'A' } });
        encrypt(store.file, `A: {a: 1.5, b: 1e-7, c: 1e21, d: [0.1, "0.1"]${clear}}\n`);
        strictEqual(get(store, 'A'), JSON.stringify(decrypt(store.file).A));
      }
      const twice = project('sops:twice.env', { refs: { A: 'A' } });
      encrypt(twice.file, 'A=first\nA=last\n');
      strictEqual(get(twice, 'A'), 'last');
    },
    'a file of bytes is never changed to text, whichever of the two decrypts': async () => {
      const store = project('sops:bytes.json', { refs: { A: 'data' } });
      const command = { SOPS_AGE_KEY_CMD: `cat ${join(root, 'own.key')}` };
      const other = project(`sops:${store.file}`, { refs: { A: 'data' }, env: command });
      for (const bytes of [Buffer.from('text\ufffd\n'), Buffer.from('a\xffb', 'latin1')]) {
        const how = ['--age', own, '--input-type', 'binary', '--output-type', 'json'];
        writeFileSync(store.file, must(['sops', 'encrypt', ...how, '--filename-override', store.file], bytes));
        for (const each of [store, other]) {
          const { status, stdout, stderr } = each.run('get', 'A');
          if (bytes.includes(0xff)) match(stderr, /E1110.*not UTF-8 text/su);
          else deepStrictEqual([status, stdout], [0, 'text\ufffd\n']);
        }
      }
    },
    'a section DEFAULT of an INI document is the one without a header': async () => {
      const store = project('sops:default.ini', { refs: { A: 'A', B: 'B' } });
      encrypt(store.file, '[DEFAULT]\nA = canary\n[prod]\nC = other\n');
      deepStrictEqual([store.alone('get', 'A').stdout, get(store, 'C')], ['canary', 'other']);
      set(store, 'B', 'new');
      deepStrictEqual(
        ['A', 'B', 'C'].map((key) => get(store, key)),
        ['canary', 'new', 'other'],
      );
    },
    'a new INI document holds the profile default too': async () => {
      for (const profile of ['default', 'Default']) {
        const store = project(`sops:${profile}.ini?age_recipients=${own}`, { profile, refs: { B: 'B' } });
        set(store, 'A', 'canary');
        set(store, 'B', 'second');
        deepStrictEqual(decrypt(store.file), { DEFAULT: { B: 'second' }, [profile]: { A: 'canary' } });
        deepStrictEqual([store.alone('get', 'A').stdout, get(store, 'B')], ['canary', 'second']);
      }
    },
    'values in clear, by suffix and by expression': async () => {
      for (const rules of [
        {},
        { encrypted_regex: '^(A|B)$' },
        { encrypted_regex: '^(A|B)$', mac_only_encrypted: true },
        { encrypted_regex: '^[AB]$', mac_only_encrypted: true },
      ]) {
        const store = project('sops:clear.yaml', { refs: { A: 'A', C: 'C_unencrypted' } });
        encrypt(store.file, 'A: canary\nC_unencrypted: in clear\n', { rules });
        deepStrictEqual([get(store, 'A'), get(store, 'C')], ['canary', 'in clear']);
        match(store.text(), /in clear/u);
      }
    },
    'several recipients, several key groups, a key in the usual file': async () => {
      const store = project('sops:many.yaml', { refs: { A: 'A' } });
      encrypt(store.file, 'A: canary\n', { age: `${mate},${own}` });
      strictEqual(store.alone('get', 'A').stdout, 'canary');
      const home = join(root, 'home-with-key');
      mkdirSync(join(home, '.config/sops/age'), { recursive: true });
      writeFileSync(join(home, '.config/sops/age/keys.txt'), readFileSync(join(root, 'own.key')));
      const usual = project('sops:many.yaml', { refs: { A: 'A' }, env: { HOME: home } });
      encrypt(usual.file, 'A: canary\n');
      strictEqual(usual.alone('get', 'A').stdout, 'canary');
      const keys = ['own.key', 'mate.key'].map((name) => readFileSync(join(root, name), 'utf8')).join('\n');
      const grouped = project('sops:groups.yaml', { refs: { A: 'A' }, env: { SOPS_AGE_KEY: keys } });
      const rules = `creation_rules:\n  - shamir_threshold: 2\n    key_groups:\n      - age: [${own}]\n      - age: [${mate}]\n`;
      writeFileSync(join(grouped.folder, '.sops.yaml'), rules);
      set(grouped, 'B', 'canary');
      strictEqual(get(grouped, 'B'), 'canary');
      match(grouped.text(), /shamir_threshold: 2/u);
    },
    'a document is encrypted again for the keys of its rule, by a write and by `rekey`, and never without its own':
      async () => {
        const readers = (file) => ['own.key', 'mate.key'].filter((name) => canDecrypt(file, name));
        for (const name of ['secrets.yaml', 'secrets.env']) {
          const store = project(`sops:${name}`, { refs: REFS });
          const ruleFor = (...keys) =>
            writeFileSync(join(store.folder, '.sops.yaml'), `creation_rules:\n  - age: ${keys.join(',')}\n`);
          encrypt(store.file, name.endsWith('.env') ? 'B=canary\n' : 'B: canary\n');
          ruleFor(own, mate);
          // Also where the value stays the same.
          set(store, 'B', 'canary');
          deepStrictEqual(readers(store.file), ['own.key', 'mate.key']);
          ruleFor(own);
          const before = store.text();
          match(store.run('rekey', '--dry-run').stdout, new RegExp(mate));
          strictEqual(store.text(), before);
          const { status, stdout, stderr } = store.run('rekey');
          deepStrictEqual([status, readers(store.file), get(store, 'B')], [0, ['own.key'], 'canary'], stdout + stderr);
          ruleFor(mate);
          const kept = store.text();
          for (const words of [['rekey'], ['set', 'B', 'other']]) {
            const refused = store.run(...words);
            strictEqual(refused.status, 1);
            match(refused.stderr, /does not include your own key/u);
            strictEqual(store.text(), kept);
          }
        }
      },
    'creation rules are those above the manifest, and decide by path': async () => {
      const store = project('sops:deep/{project}/{profile}.yaml');
      const rules = `creation_rules:\n  - path_regex: ^deep/shop/prod\\.yaml$\n    age: ${own}\n  - age: ${mate}\n`;
      writeFileSync(join(store.folder, '.sops.yaml'), rules);
      set(store, 'A', 'canary');
      const file = join(store.folder, 'deep/shop/prod.yaml');
      deepStrictEqual([decrypt(file), get(store, 'A')], [{ A: 'canary' }, 'canary']);
      const other = project('sops:other.yaml');
      writeFileSync(join(other.folder, '.sops.yaml'), rules);
      const { status, stderr } = other.run('set', 'A', 'canary');
      strictEqual(status, 1);
      match(stderr, /E1102.*no available key decrypts/su);
    },
    'mode, owner and link of a document stay, and CRLF is read': async () => {
      const store = project('sops:link.yaml', { refs: { A: 'A' } });
      const real = join(dirname(store.file), 'real.yaml');
      encrypt(real, 'A: canary\nB: two\n');
      writeFileSync(real, readFileSync(real, 'utf8').replaceAll('\n', '\r\n'));
      symlinkSync('real.yaml', store.file);
      strictEqual(store.alone('get', 'A').stdout, 'canary');
      const isRoot = process.getuid() === 0;
      chmodSync(real, 0o640);
      if (isRoot) chownSync(real, 54_001, 54_101);
      set(store, 'B', 'new');
      const { mode, uid, gid } = statSync(real);
      deepStrictEqual([mode & 0o777, ...(isRoot ? [uid, gid] : [54_001, 54_101])], [0o640, 54_001, 54_101]);
      deepStrictEqual([decrypt(real).shop.prod.B, store.strays()], ['new', []]);
    },
    'a command of the environment finds the key': async () => {
      const env = { SOPS_AGE_KEY_CMD: `cat ${join(root, 'own.key')}`, PATH: world.path };
      const store = project('sops:cmd.yaml', { refs: { A: 'A' }, env });
      encrypt(store.file, 'A: canary\n');
      strictEqual(get(store, 'A'), 'canary');
      const named = project(`sops:cmd.yaml?age_key_cmd=touch%20ran`, { refs: { A: 'A' }, env: keyOf('own.key') });
      encrypt(named.file, 'A: canary\n');
      const { status, stderr } = named.run('get', 'A');
      strictEqual(status, 1, stderr);
      match(stderr, /`age_key_cmd` could run a program/u);
    },
  };
}

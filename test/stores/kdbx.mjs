/**
 * The kdbx store and KeePassXC on the same files: what one writes the other reads, and nothing is lost between them. And writers
 * side by side, killed, and of other users. `node test/stores/kdbx.mjs [--kills N] COMMAND...`; needs keepassxc-cli and the built
 * tests; ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { number32, number64 } from '../../dist/runtime/providers/kdbx/bytes.js';
import { renderVariantMap } from '../../dist/runtime/providers/kdbx/variant-map.js';
import { databaseOf, documentWith } from '../../dist/test/runtime/providers/kdbx/kdbx-files.js';
import { ended, kept, PASSWORD, pathOf, project, refuses, root, shown } from './kdbx/world.mjs';
import { runCasesInTurn } from './run-cases.mjs';
import { get, set, WRITERS } from './shared/project.mjs';

const given = process.argv.slice(2);
const [KILLS, tool] = given[0] === '--kills' ? [Number(given[1]), given.slice(2)] : [15, given];
const isRoot = process.getuid() === 0;
const infoOf = (path) => kept(['db-info', path]);
const groupsOf = (path) => kept(['ls', '-R', '-f', path]).split('\n');
/** As XML, without its indentation. */
const exported = (path) => kept(['export', path]).replaceAll(/\n\s*/gu, '');

const ANY_FILE = 'any other file';
/** What the kinds of key files stand for that KeePass and KeePassXC make. */
const KEY = createHash('sha256').update('key').digest();
const KEY_FILES = {
  'XML, version 1': `<?xml version="1.0" encoding="utf-8"?>\n<KeyFile><Meta><Version>1.00</Version></Meta><Key><Data>${KEY.toString('base64')}</Data></Key></KeyFile>\n`,
  'XML, version 2': `<?xml version="1.0" encoding="UTF-8"?>\n<KeyFile>\n <Meta>\n  <Version>2.0</Version>\n </Meta>\n <Key>\n  <Data Hash="${createHash('sha256').update(KEY).digest('hex').slice(0, 8).toUpperCase()}">\n   ${KEY.toString('hex').toUpperCase().replace(/.{8}/gu, '$& ')}\n  </Data>\n </Key>\n</KeyFile>\n`,
  '32 bytes': KEY,
  '64 digits': KEY.toString('hex'),
  [ANY_FILE]: randomBytes(1000),
};
/** Of the first kind, the database is new, so that its key is derived as slowly as the tool does it; the others are made with a quick one. */
const keyFileCases = Object.entries(KEY_FILES).flatMap(([kind, content], index) =>
  [PASSWORD, null].map((password) => [
    `a key file goes both ways: ${kind}, ${password === null ? 'alone' : 'with a password'}`,
    async () => {
      const keyFile = kind === ANY_FILE ? createHash('sha256').update(content).digest() : KEY;
      const made = index === 0 ? null : { password: password ?? undefined, keyFile };
      const store = project(tool, { made, password, options: '?keyfile=team.key' });
      writeFileSync(join(store.folder, 'team.key'), content);
      set(store, 'A', 'with a key');
      const how = ['-k', join(store.folder, 'team.key'), ...(password === null ? ['--no-password'] : [])];
      strictEqual(kept(['show', ...how, '-s', '-a', 'Password', store.path, pathOf('A')]), 'with a key\n');
      kept(['edit', ...how, '-p', store.path, pathOf('A')], `${password === null ? '' : `${password}\n`}changed\n`);
      strictEqual(get(store, 'A'), 'changed');
      const [bytes] = [readFileSync(join(store.folder, 'team.key'))];
      writeFileSync(join(store.folder, 'team.key'), Buffer.concat([Buffer.from('x'), bytes]));
      refuses(store, /E1102.*password or the key file is wrong|E1107.*damaged key file/su, 'get', 'A');
      refuses(store, /E1102|E1107/u, 'set', 'A', 'new');
    },
  ]),
);

/** As the user nobody, who is not stopped by root's rights. */
function asNobody({ folder, path }, ...words) {
  const env = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    TOOL_KDBX_PASSWORD: PASSWORD,
  };
  return {
    path,
    strays: () => [],
    run: () =>
      spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', ...tool, ...words], {
        cwd: folder,
        env,
        encoding: 'utf8',
      }),
  };
}

/** A database that nobody waits for: Argon2id with more passes than a minute has time for. */
function withSlowKey() {
  const kdf = renderVariantMap([
    ['$UUID', 'bytes', Buffer.from('9e298b1956db4773b23dfc3ec6f0a1e6', 'hex')],
    ['V', 'number', number32(0x13)],
    ['S', 'bytes', randomBytes(32)],
    ['M', 'number', number64(2n ** 26n)],
    ['I', 'number', number64(4_000n)],
    ['P', 'number', number32(1)],
  ]);
  return databaseOf(documentWith({}), { password: PASSWORD, fields: new Map([[11, kdf]]) });
}

const cases = {
  'a new file is private, has an Argon2id at least as slow as that of KeePassXC, and is read by it': async () => {
    const store = project(tool, { made: null });
    set(store, 'A', 'née <&> "x"\n\ttwo lines ');
    strictEqual(statSync(store.path).mode & 0o777, 0o600);
    match(infoOf(store.path), /Cipher: AES 256-bit\nKDF: Argon2id \(10 rounds, 65536 KB\)/u);
    strictEqual(shown(store.path, pathOf('A')), 'née <&> "x"\n\ttwo lines \n');
    strictEqual(get(store, 'A'), 'née <&> "x"\n\ttwo lines ');
    strictEqual(shown(store.path, pathOf('A'), 'UserName'), '\n');
  },
  'what KeePassXC writes is read, by path and field': async () => {
    const store = project(tool);
    kept(['mkdir', store.path, 'web']);
    kept(['add', '-u', 'joe', '--url', 'https://x', '-p', store.path, 'web/site'], `${PASSWORD}\npässword\n`);
    deepStrictEqual([get(store, 'SITE'), get(store, 'USER'), get(store, 'A')], ['pässword', 'joe', 'first']);
    strictEqual(store.run('get', 'ATTRIBUTE').status, 1);
    set(store, 'ATTRIBUTE', 'in a field');
    strictEqual(shown(store.path, 'web/site', 'token'), 'in a field\n');
    set(store, 'USER', 'jim');
    deepStrictEqual(
      [shown(store.path, 'web/site', 'UserName'), shown(store.path, 'web/site')],
      ['jim\n', 'pässword\n'],
    );
    kept(['edit', '-p', store.path, 'web/site'], `${PASSWORD}\nnewer\n`);
    deepStrictEqual([get(store, 'SITE'), get(store, 'ATTRIBUTE'), get(store, 'USER')], ['newer', 'in a field', 'jim']);
  },
  'KDBX 3 is read and never written': async () => {
    const store = project(tool, { made: null });
    kept(['db-create', '-p', store.path], `${PASSWORD}\n${PASSWORD}\n`);
    strictEqual(readFileSync(store.path)[10], 3);
    kept(['mkdir', store.path, 'web']);
    kept(['add', '-u', 'joe', '-p', store.path, 'web/site'], `${PASSWORD}\ncanary\n`);
    deepStrictEqual([get(store, 'SITE'), get(store, 'USER')], ['canary', 'joe']);
    refuses(store, /is a KDBX 3 database, which is read-only/u, 'set', 'SITE', 'new');
    const wrong = { ...store, run: project(tool, { made: null, password: 'wrong' }).run };
    strictEqual(wrong.run('get', 'SITE').status, 1);
  },
  'a wrong, missing or other key fails, and the file stays': async () => {
    const store = project(tool);
    for (const [password, said] of [
      ['wrong', /E1102.*password or the key file is wrong/su],
      [null, /neither a password nor a key file is configured/u],
    ]) {
      const other = project(tool, { password, file: store.path });
      refuses({ ...other, path: store.path }, said, 'get', 'A');
      refuses({ ...other, path: store.path }, said, 'set', 'A', 'canary');
    }
    const missing = project(tool, { options: '?keyfile=none.key' });
    refuses(missing, /`none.key`: no such file/u, 'get', 'A');
  },
  'a changed, cut or foreign file fails, and stays': async () => {
    const store = project(tool);
    const whole = readFileSync(store.path);
    const step = Math.ceil(whole.length / 8);
    const changed = Array.from({ length: 8 }, (_, index) => {
      const bytes = Buffer.from(whole);
      bytes[Math.min(index * step, whole.length - 1)] ^= 1;
      return bytes;
    });
    const cut = [0, 12, whole.length - 32, whole.length - 1].map((length) => whole.subarray(0, length));
    for (const bytes of [...changed, ...cut, Buffer.concat([whole, Buffer.from('x')]), Buffer.from('no database')]) {
      writeFileSync(store.path, bytes);
      refuses(store, /error\[E11\d\d\]/u, 'get', 'A');
      refuses(store, /error\[E11\d\d\]|cannot be written/u, 'set', 'A', 'new');
    }
  },
  'attachments, history, recycle bin and settings are those that KeePassXC left': async () => {
    const store = project(tool);
    const attachment = join(store.folder, 'attachment');
    writeFileSync(attachment, randomBytes(100_000));
    kept(['mkdir', store.path, 'web']);
    kept(['add', '-p', '-u', 'joe', '--notes', 'a\nb', store.path, 'web/site'], `${PASSWORD}\none\n`);
    kept(['edit', '-p', store.path, 'web/site'], `${PASSWORD}\ntwo\n`);
    kept(['add', '-p', store.path, 'web/gone'], `${PASSWORD}\none\n`);
    kept(['attachment-import', store.path, 'web/site', 'file', attachment]);
    kept(['rm', store.path, 'web/gone']);
    const before = exported(store.path);
    match(before, /Recycle Bin[\s\S]*gone/u);
    set(store, 'B', 'new');
    const after = exported(store.path);
    const own = /<Entry>(?:(?!<\/?Entry>)[\s\S])*<Value>B<\/Value>(?:(?!<\/?Entry>)[\s\S])*<\/Entry>\s*/u;
    ok(own.test(after), 'the new entry is not there');
    strictEqual(after.replace(own, ''), before);
    rmSync(attachment);
    kept(['attachment-export', store.path, 'web/site', 'file', attachment]);
    strictEqual(statSync(attachment).size, 100_000);
    set(store, 'SITE', 'three');
    const site = exported(store.path);
    for (const value of ['one', 'two', 'three'])
      ok(new RegExp(`>${value}</Value>`, 'u').test(site), `${value} is lost`);
  },
  'the key derivation and the cipher stay': async () => {
    const store = project(tool);
    const before = infoOf(store.path).match(/^(?:Cipher|KDF): .*$/gmu);
    set(store, 'A', 'second');
    kept(['edit', '-p', store.path, pathOf('A')], `${PASSWORD}\nthird\n`);
    set(store, 'A', 'fourth');
    deepStrictEqual(infoOf(store.path).match(/^(?:Cipher|KDF): .*$/gmu), before);
    strictEqual(shown(store.path, pathOf('A')), 'fourth\n');
  },
  'references are what KeePassXC makes of them, and stay in the file': async () => {
    const store = project(tool);
    kept(['mkdir', store.path, 'web']);
    kept(['add', '-u', 'joe', '--url', 'https://x', '-p', store.path, 'web/other'], `${PASSWORD}\nof-{USERNAME}\n`);
    kept(['add', '-u', 'me', '-p', store.path, 'web/site'], `${PASSWORD}\nfirst\n`);
    const [, id] =
      exported(store.path).match(/<UUID>([^<]*)<\/UUID>(?:(?!<Entry>)[\s\S])*?<Value>other<\/Value>/u) ?? [];
    const hex = Buffer.from(id, 'base64').toString('hex').toUpperCase();
    for (const text of [
      `{REF:P@I:${hex}}`,
      '{REF:U@T:other}',
      '{REF:A@U:joe}',
      '{REF:P@A:https://x}',
      '<{TITLE}|{USERNAME}|{URL}>',
      '{UNKNOWN}{}',
    ]) {
      kept(['edit', '-p', store.path, 'web/site'], `${PASSWORD}\n${text}\n`);
      strictEqual(`${get(store, 'SITE')}\n`, shown(store.path, 'web/site'), text);
      set(store, 'A', `beside ${text}`);
      ok(exported(store.path).replaceAll('&lt;', '<').replaceAll('&gt;', '>').includes(`>${text}</Value>`), text);
    }
    kept(['edit', '-p', store.path, 'web/site'], `${PASSWORD}\n{REF:P@T:nowhere}\n`);
    refuses(store, /refers to an entry that the database does not have/u, 'get', 'SITE');
    set(store, 'SITE', 'replaced');
    strictEqual(shown(store.path, 'web/site'), 'replaced\n');
  },
  'an empty password opens what KeePassXC opens with it': async () => {
    const store = project(tool, { password: '', made: { password: '' } });
    strictEqual(kept(['show', '-s', '-a', 'Password', store.path, pathOf('A')], '\n'), 'first\n');
    strictEqual(get(store, 'A'), 'first');
    const none = project(tool, { password: '', made: null });
    match(none.run('set', 'A', 'x').stderr, /the password is empty/u);
  },
  'a small file of a large database fails soon, with the limit': async () => {
    const store = project(tool);
    for (const [text, said] of [
      ['<a/>'.repeat(2 ** 26), /more than 256 MiB decompressed/u],
      ['<a/>'.repeat(2 ** 24), /more than 64 MiB of XML/u],
      ['<a/>'.repeat(2_000_001), /more than 2000000 elements/u],
      ['<a>'.repeat(501), /more than 500 levels/u],
    ]) {
      const raw = documentWith({}).replace('</KeePassFile>', `${text}</KeePassFile>`);
      writeFileSync(store.path, databaseOf(documentWith({}), { password: PASSWORD, raw }));
      ok(statSync(store.path).size < 2 ** 19);
      const begin = performance.now();
      refuses(store, said, 'get', 'A');
      ok(performance.now() - begin < 20_000);
    }
  },
  'two entries of one name are an error for both, and none is written': async () => {
    const store = project(tool);
    kept(['mkdir', store.path, 'web']);
    for (const title of ['twice', 'other']) kept(['add', '-p', store.path, `web/${title}`], `${PASSWORD}\ncanary\n`);
    kept(['edit', '-t', 'twice', store.path, 'web/other']);
    refuses(store, /E1101.*2 entries of this name/su, 'get', 'TWICE');
    refuses(store, /2 entries of this name/u, 'set', 'TWICE', 'new');
    refuses(store, /title of an entry is its name/u, 'set', 'TITLE', 'new');
  },
  'mode and owner stay; a link is followed and stays': async () => {
    const store = project(tool);
    const real = join(store.folder, 'real', 'db.kdbx');
    mkdirSync(join(store.folder, 'real'));
    renameSync(store.path, real);
    symlinkSync('real/db.kdbx', store.path);
    chmodSync(real, 0o640);
    if (isRoot) chownSync(real, 54_001, 54_101);
    set(store, 'A', 'second');
    const { mode, uid, gid } = statSync(real);
    deepStrictEqual([mode & 0o777, ...(isRoot ? [uid, gid] : [54_001, 54_101])], [0o640, 54_001, 54_101]);
    ok(lstatSync(store.path).isSymbolicLink());
    strictEqual(shown(real, pathOf('A')), 'second\n');
  },
  'links in a circle, files as folders and folders as files fail': async () => {
    const store = project(tool, { made: null });
    symlinkSync('team.kdbx', store.path);
    for (const words of [
      ['get', 'A'],
      ['set', 'A', 'x'],
    ])
      strictEqual(store.run(...words).status, 1);
    match(store.run('get', 'A').stderr, /E11\d\d/u);
    rmSync(store.path);
    mkdirSync(store.path);
    match(store.run('get', 'A').stderr, /error\[E11\d\d\]/u);
    const inside = project(tool, { made: null, file: 'manifest.toml/team.kdbx' });
    match(inside.run('get', 'A').stderr, /error\[E11\d\d\]/u);
  },
  'what may not be written stays as it is': async () => {
    if (!isRoot) return;
    const store = project(tool);
    chmodSync(root, 0o755);
    chmodSync(store.path, 0o644);
    const nobody = (...words) => asNobody(store, ...words);
    const read = nobody('get', 'A').run();
    strictEqual(read.stdout, 'first', read.stderr);
    refuses(nobody('set', 'A', 'new'), /permission denied/u);
    chmodSync(store.path, 0o600);
    refuses(nobody('get', 'A'), /error\[E1102\]/u);
  },
  'Ctrl-C ends a start that derives a key': async () => {
    const store = project(tool, { made: null });
    writeFileSync(store.path, withSlowKey());
    const child = store.start('get', 'A');
    setTimeout(() => child.kill('SIGINT'), 1_000);
    strictEqual(await ended(child), 'SIGINT');
  },
  'twenty writers at once lose nothing': async () => {
    const store = project(tool);
    const writers = WRITERS.map((key) => ended(store.start('set', key, `value of ${key}`)));
    deepStrictEqual(
      await Promise.all(writers),
      WRITERS.map(() => 0),
    );
    const entries = groupsOf(store.path);
    ok(
      WRITERS.every((key) => entries.includes(pathOf(key))),
      entries.join(' '),
    );
    deepStrictEqual(
      WRITERS.map((key) => get(store, key)),
      WRITERS.map((key) => `value of ${key}`),
    );
    deepStrictEqual(store.strays(), []);
  },
  [`${KILLS} writers killed beside others lose nothing of theirs`]: async () => {
    const store = project(tool);
    const begin = performance.now();
    set(store, 'B', 'first');
    const usual = performance.now() - begin;
    for (let turn = 0; turn < KILLS; turn++) {
      const killed = store.start('set', 'B', `killed ${turn}`);
      const end = ended(killed);
      const other = WRITERS[turn % WRITERS.length];
      const written = ended(store.start('set', other, `${other} ${turn}`));
      setTimeout(() => killed.kill('SIGKILL'), usual * (0.4 + (1.6 * turn) / KILLS));
      strictEqual(await written, 0);
      await end;
      strictEqual(shown(store.path, pathOf(other)), `${other} ${turn}\n`);
      strictEqual(shown(store.path, pathOf('A')), 'first\n');
      match(shown(store.path, pathOf('B')), /^(?:first|killed \d+)\n$/u);
    }
    set(store, 'B', 'last');
    deepStrictEqual([get(store, 'B'), store.strays()], ['last', []]);
  },
  ...Object.fromEntries(keyFileCases),
};

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  rmSync(root, { recursive: true, force: true });
}

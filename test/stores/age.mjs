/**
 * The age store and the program `age` on the same files: what one writes the other reads. And writers side by side, killed, and of
 * other users. `node test/stores/age.mjs [--kills N] COMMAND...`; needs age and age-keygen; ends with `N passed, N failed`.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyCases } from './age/keys.mjs';
import { encrypted, isArmored, makeWorld, refuses } from './age/world.mjs';
import { runCasesInTurn } from './run-cases.mjs';
import { get, set, WRITERS } from './shared/project.mjs';

const given = process.argv.slice(2);
const KILLS = given[0] === '--kills' ? Number(given.splice(0, 2)[1]) : 15;
const world = makeWorld(given);
const { root, keygen, decrypted, project } = world;
const BORDER = 65_536;
const [OWN, MATE, THIRD] = ['own.key', 'mate.key', 'third.key'].map(keygen);
const ended = (child) => new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));

const READ_FORMS = { armored: ['-a'], binary: [] };
const readByUs = Object.entries(READ_FORMS).flatMap(([form, words]) =>
  [
    ['one recipient', ['-r', OWN]],
    ['several recipients', ['-r', THIRD, '-r', OWN, '-r', MATE]],
  ].map(([whom, recipients]) => [
    `what age encrypts is read: ${form}, ${whom}`,
    async () => {
      const store = project();
      encrypted(store.file, '# comment\nA="two\\nlines"\r\nB=plain\n', ...words, ...recipients);
      deepStrictEqual([get(store, 'A'), get(store, 'B')], ['two\nlines', 'plain']);
    },
  ]),
);
const readByAge = Object.keys(READ_FORMS).map((form) => [
  `what is written is read by age: ${form}, several recipients`,
  async () => {
    writeFileSync(join(root, 'roster.txt'), `# everyone\n${OWN}\r\n\n${MATE}\n`);
    const store = project(`&recipients-file=../roster.txt&armor=${form === 'armored'}`);
    set(store, 'A', 'two words');
    set(store, 'B', 'née');
    const text = 'A=two words\nB=née\n';
    deepStrictEqual([decrypted(store.file), decrypted(store.file, 'mate.key')], [text, text]);
    strictEqual(isArmored(store.file), form === 'armored');
    strictEqual(spawnSync('age', ['-d', '-i', join(root, 'third.key'), store.file]).status, 1);
  },
]);

const cases = {
  ...Object.fromEntries(readByUs),
  ...Object.fromEntries(readByAge),
  ...keyCases(world),
  'texts of every length about the size of a chunk go both ways': async () => {
    for (const length of [0, 1, BORDER - 1, BORDER, BORDER + 1, 3 * BORDER]) {
      const value = 'x'.repeat(Math.max(0, length - 'A=\n'.length));
      const store = project();
      encrypted(store.file, length === 0 ? '' : `A=${value}\n`, '-r', OWN);
      if (value !== '') strictEqual(get(store, 'A'), value);
      set(store, 'B', 'y');
      strictEqual(decrypted(store.file), `${length === 0 ? '' : `A=${value}\n`}B=y\n`);
    }
  },
  'a file keeps its form, comments and line ends': async () => {
    for (const words of Object.values(READ_FORMS)) {
      const store = project();
      encrypted(store.file, '# kept\r\nA=1\r\n', ...words, '-r', OWN);
      set(store, 'B', '2');
      strictEqual(decrypted(store.file), '# kept\r\nA=1\r\nB=2\r\n');
      strictEqual(isArmored(store.file), words.includes('-a'));
    }
  },
  'armor with CRLF is read': async () => {
    const store = project();
    encrypted(store.file, 'A=1\n', '-a', '-r', OWN);
    writeFileSync(store.file, readFileSync(store.file, 'latin1').replaceAll('\n', '\r\n'));
    strictEqual(get(store, 'A'), '1');
  },
  'another key, a cut file and a passphrase fail, and the file stays': async () => {
    const store = project();
    encrypted(store.file, 'A=canary\n', '-a', '-r', MATE);
    refuses(store, /E1102.*denied access.*is not encrypted for the configured identity/su, 'get', 'A');
    refuses(store, /E1102/u, 'set', 'A', 'new');
    encrypted(store.file, 'A=canary\n', '-r', OWN);
    const whole = readFileSync(store.file);
    for (const length of [0, 10, 100, 170, whole.length - 1]) {
      writeFileSync(store.file, whole.subarray(0, length));
      refuses(store, /E1107.*(damaged, cut off|is empty)/su, 'get', 'A');
      refuses(store, length === 0 ? /E1114.*is empty: its content was lost/su : /E1107/u, 'set', 'A', 'new');
    }
  },
  'other recipients are not locked out': async () => {
    const store = project();
    encrypted(store.file, 'A=canary\n', '-r', OWN, '-r', MATE);
    refuses(store, /has other recipients.*recipients-file=FILE/su, 'set', 'A', 'new');
  },
  'a new file is private; mode, owner and link of an existing one stay': async () => {
    const store = project();
    set(store, 'A', '1');
    strictEqual(statSync(store.file).mode & 0o777, 0o600);
    const isRoot = process.getuid() === 0;
    chmodSync(store.file, 0o640);
    if (isRoot) chownSync(store.file, 54_001, 54_101);
    symlinkSync('secrets.age', join(store.folder, 'link.age'));
    const manifest = join(store.folder, 'manifest.toml');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('age:secrets.age', 'age:link.age'));
    set(store, 'A', '2');
    const { mode, uid, gid } = statSync(store.file);
    deepStrictEqual([mode & 0o777, ...(isRoot ? [uid, gid] : [54_001, 54_101])], [0o640, 54_001, 54_101]);
    strictEqual(decrypted(store.file), 'A=2\n');
  },
  'twenty writers at once lose nothing': async () => {
    const store = project();
    const writers = WRITERS.map((key) => ended(store.start('set', key, `value of ${key}`)));
    deepStrictEqual(
      await Promise.all(writers),
      WRITERS.map(() => 0),
    );
    const lines = decrypted(store.file).trimEnd().split('\n').sort();
    deepStrictEqual([lines, store.strays()], [WRITERS.map((key) => `${key}=value of ${key}`).sort(), []]);
  },
  [`${KILLS} writers killed beside others lose nothing of theirs`]: async () => {
    const store = project();
    set(store, 'A', 'x'.repeat(100_000));
    const begin = performance.now();
    set(store, 'B', 'first');
    const usual = performance.now() - begin;
    for (let turn = 0; turn < KILLS; turn++) {
      const killed = store.start('set', 'B', `killed ${turn}`);
      const end = ended(killed);
      const others = WRITERS.slice(0, 3).map((key) => ended(store.start('set', key, `${key} ${turn}`)));
      setTimeout(() => killed.kill('SIGKILL'), usual * (0.4 + (2 * (turn % 15)) / 15));
      deepStrictEqual(await Promise.all(others), [0, 0, 0]);
      await end;
      const text = decrypted(store.file);
      ok(text.startsWith(`A=${'x'.repeat(100_000)}\nB=`), 'A is lost');
      for (const key of WRITERS.slice(0, 3)) ok(text.includes(`\n${key}=${key} ${turn}\n`), `${key} is lost`);
    }
    set(store, 'B', 'last');
    deepStrictEqual([get(store, 'B'), store.strays()], ['last', []]);
  },
};

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  rmSync(root, { recursive: true, force: true });
}

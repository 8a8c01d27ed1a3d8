/**
 * The age store and the program `age` on the same files: what one writes the other reads. And writers side by side, killed, and of
 * other users. `node test/stores/age.mjs COMMAND...`; needs age and age-keygen; ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCasesInTurn } from './run-cases.mjs';

const tool = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-age-'));
const BORDER = 65_536;
const WRITERS = Array.from({ length: 20 }, (_, index) => `KEY_${index}`);
const KILLS = 15;
let count = 0;

/** A program that must succeed. */
function must(program, words, input) {
  const { status, stdout, stderr } = spawnSync(program, words, { input, maxBuffer: 1e8 });
  strictEqual(status, 0, `${program} ${words.join(' ')}: ${stderr}`);
  return stdout;
}

function keygen(name) {
  must('age-keygen', ['-o', join(root, name)]);
  return must('age-keygen', ['-y', join(root, name)])
    .toString()
    .trim();
}
const [OWN, MATE, THIRD] = ['own.key', 'mate.key', 'third.key'].map(keygen);
const decrypted = (path, key = 'own.key') => must('age', ['-d', '-i', join(root, key), path]).toString();
const encrypted = (path, text, ...words) => must('age', [...words, '-o', path], text);
const isArmored = (path) => readFileSync(path, 'latin1').startsWith('-----BEGIN AGE ENCRYPTED FILE-----\n');

/** A project with one store, `secrets.age`, and these options. */
function project(options = '') {
  const folder = join(root, `project-${++count}`);
  mkdirSync(folder);
  const declared = ['A', 'B', ...WRITERS].map((key) => `${key} = { description = "A value", required = false }`);
  writeFileSync(
    join(folder, 'manifest.toml'),
    `[project]\nname = "age"\nrevision = "1.0"\nrequire_reason = false\n[defaults]\nproviders = ["age:secrets.age?identity=../own.key${options}"]\n[profiles.default]\n${declared.join('\n')}\n`,
  );
  const env = { PATH: process.env.PATH, HOME: root, TMPDIR: root, LANG: 'C.UTF-8', NO_COLOR: '1' };
  const how = { cwd: folder, env, timeout: 120_000 };
  const words = (given) => [...tool.slice(1), ...given];
  return {
    folder,
    file: join(folder, 'secrets.age'),
    run: (...given) => spawnSync(tool[0], words(given), { ...how, encoding: 'utf8' }),
    start: (...given) => spawn(tool[0], words(given), { ...how, stdio: 'ignore' }),
    strays: () => readdirSync(folder).filter((name) => name.includes('.tool')),
  };
}

function set({ run }, key, value) {
  const { status, stderr } = run('set', key, value);
  strictEqual(status, 0, stderr);
}
function get({ run }, key) {
  const { status, stdout, stderr } = run('get', key);
  strictEqual(status, 0, stderr);
  return stdout;
}
const ended = (child) => new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));

/** The command ends with 1, its words match, and the file has the bytes that it had. */
function refuses({ run, file }, said, ...words) {
  const before = readFileSync(file);
  const { status, stderr } = run(...words);
  strictEqual(status, 1, stderr);
  match(stderr, said);
  ok(!stderr.includes('canary'), stderr);
  deepStrictEqual(readFileSync(file), before);
}

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
      refuses(store, /E1107.*damaged, cut off/su, 'get', 'A');
      refuses(store, /E1107/u, 'set', 'A', 'new');
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
      setTimeout(() => killed.kill('SIGKILL'), usual * (0.4 + (2 * turn) / KILLS));
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

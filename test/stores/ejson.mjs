/**
 * The ejson store and the program `ejson` on the same documents: what the program encrypts is read, and where the program fails, so
 * does the tool. `node test/stores/ejson.mjs COMMAND...`; needs Go once, to build the program; ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goProgram } from './go-program.mjs';
import { runCases } from './run-cases.mjs';

const tool = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-ejson-'));
const KEYS = join(root, 'keys');
const ejson = goProgram('ejson');
const TEXTS = {
  plain: 'correct-horse',
  empty: '',
  lines: 'one\r\ntwo\n',
  quotes: `"'\\ $x \`y\``,
  beyond: 'née \u{1f600} \u2028',
  nul: 'a\0b',
  nested: 'EJ[1:not:really:this]',
  html: '<a & b>',
  long: 'x'.repeat(200_000),
};
let count = 0;

/** A key pair as `ejson keygen` makes one; the private half is also in its folder of keys. */
function keygen() {
  const [, made, , secret] = must(['keygen']).split('\n');
  return { publicKey: made, privateKey: secret };
}

function must(words, input) {
  const { status, stdout, stderr } = program(words, input);
  strictEqual(status, 0, `ejson ${words.join(' ')}: ${stderr}`);
  return stdout;
}
function program(words, input) {
  return spawnSync(ejson, words, { input, encoding: 'utf8', maxBuffer: 1e8, env: { PATH: process.env.PATH } });
}

/** A project whose store is this document. */
function project({ publicKey, privateKey }, document, { isEncrypted = true, credential = privateKey } = {}) {
  const folder = join(root, `project-${++count}`);
  mkdirSync(folder);
  const file = join(folder, 'secrets.ejson');
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  writeFileSync(file, text.replace('{', `{"_public_key": "${publicKey}", `));
  if (isEncrypted) must(['encrypt', file]);
  writeFileSync(join(folder, '.env'), credential === null ? '' : `KEY=${credential}\n`);
  const manifest = (secrets) =>
    `[project]\nname = "shop"\nrevision = "1.0"\nrequire_reason = false\n[providers]\nstore = { uri = "ejson:secrets.ejson", credentials = { private_key = { provider = "dotenv://.env", ref = { item = "KEY" } } } }\n[profiles.default]\n${secrets}\n`;
  const env = { PATH: process.env.PATH, HOME: root, TMPDIR: root, LANG: 'C.UTF-8', NO_COLOR: '1', EJSON_KEYDIR: KEYS };
  const start = (secret, ...words) => {
    writeFileSync(join(folder, 'manifest.toml'), manifest(`VALUE = { description = "A value", ${secret} }`));
    return spawnSync(tool[0], [...tool.slice(1), ...words], { cwd: folder, env, encoding: 'utf8', maxBuffer: 1e8 });
  };
  const at = (pointer) =>
    `providers = ["store"]${pointer === null ? '' : `, ref = { item = ${JSON.stringify(pointer)} }`}`;
  return {
    file,
    get: (pointer) => start(at(pointer), 'get', 'VALUE'),
    start: (pointer, ...words) => start(at(pointer), ...words),
    importInto: (target) => start(`providers = ["${target}"]`, 'import', 'store'),
    folder,
    decrypted: () => program(['decrypt', '--key-from-stdin', file], `${privateKey}\n`),
  };
}

function reads({ get }, pointer, expected) {
  const { status, stdout, stderr } = get(pointer);
  strictEqual(status, 0, stderr);
  strictEqual(stdout, expected);
}
function refuses({ get, file }, pointer, said) {
  const before = readFileSync(file);
  const { status, stdout, stderr } = get(pointer);
  match(stderr, said);
  ok(!stderr.includes('canary'), stderr);
  deepStrictEqual([status, stdout], [1, '']);
  deepStrictEqual(readFileSync(file), before);
}

const OWN = ejson && keygen();

const cases = {
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([name, text]) => [
      `what the program encrypts is read: ${name}`,
      () => {
        const store = project(OWN, { a: [text] });
        strictEqual(JSON.parse(store.decrypted().stdout).a[0], text);
        if (text.includes('\0')) strictEqual(store.get('/a/0').status, 0);
        else reads(store, '/a/0', text);
      },
    ]),
  ),
  'a secret without coordinates is at /PROJECT/PROFILE/KEY': () =>
    reads(project(OWN, { shop: { default: { VALUE: 'by name' } } }), null, 'by name'),
  'several lines in one string, as they were pasted': () => {
    const store = project(OWN, '{ "key": "line 1\nline 2\n" }');
    reads(store, '/key', 'line 1\nline 2\n');
  },
  'the program and the tool agree on what is not encrypted': () => {
    const store = project(OWN, {
      _note: 'a note',
      _group: { a: 'inside', _b: ['x'] },
      list: ['1', { _c: '2', d: '3' }],
    });
    const plain = JSON.parse(store.decrypted().stdout);
    reads(store, '/_note', plain._note);
    reads(store, '/_group/a', plain._group.a);
    reads(store, '/_group/_b/0', plain._group._b[0]);
    reads(store, '/list/0', plain.list[0]);
    reads(store, '/list/1/_c', plain.list[1]._c);
    reads(store, '/list/1/d', plain.list[1].d);
  },
  'escaped names, and the last of two members of one name': () => {
    const store = project(OWN, '{ "a/b": { "c~d": "escaped" }, "x": "one", "x": "two" }');
    reads(store, '/a~1b/c~0d', 'escaped');
    reads(store, '/x', 'two');
  },
  'a pointer to nothing is a missing value': () => {
    const store = project(OWN, { a: 'canary' });
    refuses(store, '/b', /E1003.*no \/b in secrets\.ejson/su);
    refuses(store, '/a/b', /E1003/u);
  },
  'what is not a string is an error': () => {
    const store = project(OWN, { a: 7, b: { c: 'canary' } });
    for (const pointer of ['/a', '/b']) refuses(store, pointer, /E1107.*not a string/su);
  },
  'a value that was not encrypted is refused, as by the program': () => {
    const store = project(OWN, { a: 'canary' }, { isEncrypted: false });
    strictEqual(store.decrypted().status, 1);
    refuses(store, '/a', /E1107.*not encrypted.*ejson encrypt secrets\.ejson/su);
  },
  'a changed value is refused, as by the program': () => {
    const store = project(OWN, { a: 'canary' });
    const text = readFileSync(store.file, 'utf8');
    writeFileSync(
      store.file,
      text.replace(/:(.)([^:]*\]")/u, (_, first, rest) => `:${first === 'A' ? 'B' : 'A'}${rest}`),
    );
    strictEqual(store.decrypted().status, 1);
    refuses(store, '/a', /E1107.*was changed/su);
  },
  'a key of another document is refused, as by the program': () => {
    const store = project(OWN, { a: 'canary' }, { credential: keygen().privateKey });
    refuses(store, '/a', /E1102.*not encrypted for the key/su);
  },
  'text that is no key is refused, and not shown': () =>
    refuses(project(OWN, { a: 'canary' }, { credential: 'canary-key' }), '/a', /not a key of EJSON/u),
  'a missing credential is reported before a missing file': () => {
    const store = project(OWN, { a: 'x' }, { credential: null });
    rmSync(store.file);
    const { status, stderr } = store.get('/a');
    strictEqual(status, 1);
    match(stderr, /`private_key` was not found/u);
  },
  'a missing file is a missing value, and a link an error': () => {
    const store = project(OWN, { a: 'canary' });
    rmSync(store.file);
    const { stderr } = store.get('/a');
    match(stderr, /E1003.*secrets\.ejson: no such file/su);
    const other = project(OWN, { a: 'canary' });
    symlinkSync(other.file, store.file);
    refuses(store, '/a', /E1102.*symbolic link/su);
  },
  'the folder of keys of the program is not used': () => {
    const store = project(OWN, { a: 'canary' }, { credential: null });
    mkdirSync(KEYS);
    writeFileSync(join(KEYS, OWN.publicKey), OWN.privateKey);
    refuses(store, '/a', /`private_key` was not found/u);
  },
  'nothing can be written or deleted': () => {
    const store = project(OWN, { a: 'canary' });
    const before = readFileSync(store.file);
    for (const words of [
      ['set', 'VALUE', 'new'],
      ['delete', 'VALUE'],
    ]) {
      const { status, stderr } = store.start('/a', ...words);
      strictEqual(status, 1);
      match(stderr, /ejson is read-only/u);
    }
    deepStrictEqual(readFileSync(store.file), before);
  },
  'a value is imported into another store': () => {
    const store = project(OWN, { shop: { default: { VALUE: TEXTS.lines } } });
    const { status, stderr } = store.importInto('file:copy');
    strictEqual(status, 0, stderr);
    strictEqual(readFileSync(join(store.folder, 'copy/shop/default/VALUE'), 'utf8'), TEXTS.lines);
  },
};

try {
  mkdirSync(join(root, '.local/state/tool'), { recursive: true });
  writeFileSync(join(root, '.local/state/tool/audit.log'), '');
  if (ejson === null) console.log('there is no Go to build `ejson` with: skipped');
  process.exitCode = runCases(ejson === null ? {} : cases);
} finally {
  rmSync(root, { recursive: true });
}

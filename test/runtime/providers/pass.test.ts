/** The pass store over made-up programs. Real ones are those of `test/stores/pass.sh`. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import { type FakeEnd, type FakeRun, fakePrograms } from '../../helpers/fake-programs.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openSpec, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
let made = 0;
const GOOD = ['ENC_TO 1', 'KEY_CONSIDERED 1', 'DECRYPTION_KEY 1', 'BEGIN_DECRYPTION', 'DECRYPTION_OKAY'];
const lines = (...words: readonly string[]) => words.map((word) => `[GNUPG:] ${word}\n`).join('');

/** A store with these entries, whose gpg decrypts `encrypted X` to X. */
function world(entries: Readonly<Record<string, string>> = {}, fakes: Parameters<typeof fakePrograms>[0] = {}) {
  const base = `${folder}/${made++}`;
  const fileOf = (name: string) => `${base}/store/${name}.gpg`;
  mkdirSync(`${base}/store`, { recursive: true });
  writeFileSync(`${base}/store/.gpg-id`, 'key\n');
  for (const [name, content] of Object.entries(entries)) {
    mkdirSync(dirname(fileOf(name)), { recursive: true });
    writeFileSync(fileOf(name), `encrypted ${content}`);
  }
  const gpg = ({ input }: FakeRun) => ({ stdout: input?.replace('encrypted ', '') ?? '', stderr: lines(...GOOD) });
  const programs = fakePrograms({ gpg, ...fakes });
  const open = () => openStore('pass://?store_dir=./store', { ...portsIn(base), programs });
  const read = async (...names: readonly string[]) => (await (await open()).read(names.map(native), CALL)).map(inShort);
  return { base, fileOf, programs, open, read };
}

test('entries are decrypted by gpg, which gets the encrypted file as input', async () => {
  const { read, programs } = world({ 'a/b': 'x\n' });
  expect(await read('a/b', 'a', 'gone')).toEqual(['found x', 'absent', 'absent']);
  expect(programs.runs.map(({ program, input }) => [program, input])).toEqual([['gpg', 'encrypted x\n']]);
});

test.each([
  ['one', 'one'],
  ['one\n', 'one'],
  ['one\n\n', 'one\n'],
  ['\n', ''],
  ['a\r\nb\r\n', 'a\r\nb\r'],
])('the content %j is the value %j', async (content, value) => {
  const { read } = world({ x: content });
  expect(await read('x')).toEqual([`found ${value}`]);
});

test.each([
  [
    'locked',
    2,
    ['ENC_TO 1', 'KEY_CONSIDERED 1', 'PINENTRY_LAUNCHED 1', 'BEGIN_DECRYPTION', 'DECRYPTION_FAILED'],
    'gpg: decryption failed: No secret key',
  ],
  ['denied', 2, ['ENC_TO 1', 'BEGIN_DECRYPTION', 'DECRYPTION_FAILED'], 'gpg: decryption failed: No secret key'],
  [
    'unreachable',
    2,
    ['ENC_TO 1', 'BEGIN_DECRYPTION', 'DECRYPTION_FAILED'],
    "gpg: can't connect to the agent: General error",
  ],
  ['malformed', 2, [...GOOD.slice(0, -1), 'BADMDC', 'DECRYPTION_FAILED'], ''],
  ['malformed', 0, ['NODATA 3'], ''],
  ['malformed', 0, ['ENC_TO 1', 'KEY_CONSIDERED 1', 'DECRYPTION_KEY 1'], ''],
  ['malformed', 2, ['NODATA 1'], 'gpg: no valid OpenPGP data found.'],
  ['malformed', 0, [], ''],
  ['failed', 2, [], 'gpg: invalid option "--foo"'],
  ['failed', 2, [], ''],
])('a decryption is %s with status %d and %j', async (kind, status, words, said) => {
  const gpg = () => ({ status, stdout: 'canary', stderr: `${lines(...words)}${said}\n` });
  const store = await world({ x: '' }, { gpg }).open();
  const [answer] = await store.read([native('x')], CALL);
  expect(inShort(answer)).toBe(`failed ${kind}`);
  expect(JSON.stringify(answer)).not.toMatch(/canary|GNUPG:/);
});

test('output that may be cut is no value and no entry', async () => {
  const good = lines(...GOOD, 'END_ENCRYPTION');
  const { open, fileOf } = world({ x: 'old' }, { gpg: () => ({ stdout: 'cut', isWhole: false, stderr: good }) });
  const store = await open();
  expect((await store.read([native('x')], CALL)).map(inShort)).toEqual(['failed malformed']);
  const entry = { at: native('x'), value: SecretValue.fromText('canary') };
  expect(await store.write?.([entry], CALL)).toMatchObject([{ failure: { kind: 'malformed' } }]);
  expect(readFileSync(fileOf('x'), 'utf8')).toBe('encrypted old');
});

/** gpg that encrypts, or fails to. */
const encrypts = (end: FakeEnd) => ({ gpg: () => end });

test('a value is encrypted by gpg, from its input, for the keys of `.gpg-id`', async () => {
  const end = { stdout: 'encrypted new', stderr: lines('BEGIN_ENCRYPTION 1', 'END_ENCRYPTION') };
  const { open, programs, fileOf } = world({}, encrypts(end));
  const store = await open();
  const entry = { at: convention('KEY'), value: SecretValue.fromText('canary') };
  expect(await store.write?.([entry], CALL)).toEqual([{ kind: 'written' }]);
  const [run, ...more] = programs.runs;
  expect(more).toEqual([]);
  expect(run?.words.join(' ')).toMatch(/ --no-encrypt-to -e -r key$/);
  expect(run?.input).toBe('canary\n');
  expect(readFileSync(fileOf('tool/demo/default/KEY'), 'utf8')).toBe('encrypted new');
});

test.each([
  [
    'status 0 without an end',
    { status: 0, stdout: 'cut', stderr: `${lines('BEGIN_ENCRYPTION 1')}gpg: canary: no space left\n` },
  ],
  [
    'an end with another status',
    { status: 2, stdout: 'cut', stderr: `${lines('END_ENCRYPTION')}gpg: canary: no space left\n` },
  ],
])('an encryption is not stored: %s', async (_, end) => {
  const { open, fileOf } = world({ x: 'old' }, encrypts(end));
  const entry = { at: native('x'), value: SecretValue.fromText('canary') };
  const [answer] = (await (await open()).write?.([entry], CALL)) ?? [];
  expect(answer).toEqual({
    kind: 'failed',
    failure: { kind: 'failed', detail: 'gpg: [secret]: no space left' },
  });
  expect(readFileSync(fileOf('x'), 'utf8')).toBe('encrypted old');
});

test('a writer that is faster is not undone by one that fails', async () => {
  const { open, fileOf } = world(
    { x: 'old' },
    {
      gpg: () => {
        writeFileSync(fileOf('x'), 'encrypted faster');
        return { status: 2, stderr: 'gpg: no space left\n' };
      },
    },
  );
  const entry = { at: native('x'), value: SecretValue.fromText('canary') };
  expect(await (await open()).write?.([entry], CALL)).toMatchObject([{ kind: 'failed' }]);
  expect(readFileSync(fileOf('x'), 'utf8')).toBe('encrypted faster');
});

test('a writer that is faster keeps its value where only a missing entry is to be written', async () => {
  const { open, fileOf } = world(
    {},
    {
      gpg: ({ words, input }) => {
        if (words.includes('--decrypt'))
          return { stdout: input?.replace('encrypted ', '') ?? '', stderr: lines(...GOOD) };
        writeFileSync(fileOf('x'), 'encrypted faster');
        return { stdout: 'encrypted new', stderr: lines('END_ENCRYPTION') };
      },
    },
  );
  const entry = { at: native('x'), value: SecretValue.fromText('new'), onlyIfAbsent: true } as const;
  const [answer] = (await (await open()).write?.([entry], CALL)) ?? [];
  expect(answer?.kind === 'present' && answer.value.revealText()).toBe('faster');
});

test('a key that is locked stops only the entries that are encrypted for it', async () => {
  const gpg = ({ words }: FakeRun) =>
    words.includes('theirs')
      ? { kind: 'too late' as const }
      : { stdout: 'encrypted new', stderr: lines('BEGIN_ENCRYPTION 1', 'END_ENCRYPTION') };
  const { base, open, programs } = world({}, { gpg });
  mkdirSync(`${base}/store/team/deep`, { recursive: true });
  writeFileSync(`${base}/store/team/.gpg-id`, 'theirs\n');
  const names = ['team/a', 'own', 'team/deep/b', 'own2'];
  const entries = names.map((name) => ({ at: native(name), value: SecretValue.fromText('canary') }));
  const answers = (await (await open()).write?.(entries, CALL)) ?? [];
  expect(answers.map(({ kind }) => kind)).toEqual(['failed', 'written', 'failed', 'written']);
  expect(programs.runs.length).toBe(3);
});

test('without gpg nothing is tried twice', async () => {
  const { open, programs } = world({}, { gpg: null });
  const entries = ['a', 'b'].map((name) => ({ at: native(name), value: SecretValue.fromText('canary') }));
  expect(await (await open()).write?.(entries, CALL)).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }]);
  expect(programs.finds.filter((name) => name === 'gpg')).toHaveLength(1);
});

test('an entry that pass leaves is not removed, whatever its status', async () => {
  const { open } = world({ x: 'x' }, { pass: () => ({}) });
  const answers = await (await open()).remove?.([native('x'), native('gone')], CALL);
  expect(answers).toMatchObject([
    { kind: 'failed', failure: { detail: 'pass did not remove the entry' } },
    { kind: 'absent' },
  ]);
});

test('a `.gpg-id` that is a link makes a store, wherever it leads', async () => {
  const { base, read, open } = world();
  rmSync(`${base}/store/.gpg-id`);
  writeFileSync(`${base}/dotfile`, 'key\n');
  symlinkSync('../dotfile', `${base}/store/.gpg-id`);
  expect(await read('gone')).toEqual(['absent']);
  expect(await (await open()).list?.(CALL)).toEqual({ kind: 'listed', entries: [] });
  rmSync(`${base}/dotfile`);
  expect(await read('gone')).toEqual(['failed failed']);
});

test('a `.gpg-id` that cannot be read is reported, and is not a store that is not initialised', async () => {
  const { base, open } = world();
  rmSync(`${base}/store/.gpg-id`);
  mkdirSync(`${base}/store/.gpg-id`);
  const store = await open();
  const [answer] = await store.read([native('gone')], CALL);
  expect(answer?.kind === 'failed' && answer.failure.detail).toBe('`gone`: `.gpg-id`: it is a folder');
  expect(await store.list?.(CALL)).toMatchObject({ kind: 'failed' });
});

test('a store that is not initialised is not an empty list, but one whose folders are is a store', async () => {
  const { base, open } = world();
  rmSync(`${base}/store/.gpg-id`);
  const store = await open();
  expect(await store.list?.(CALL)).toMatchObject({ failure: { detail: 'the password store is not initialised' } });
  mkdirSync(`${base}/store/team`);
  writeFileSync(`${base}/store/team/.gpg-id`, 'key\n');
  expect(await store.list?.(CALL)).toEqual({ kind: 'listed', entries: [] });
});

test('what is said of an entry names its path', async () => {
  const store = await world().open();
  expect(await says(store).target(convention('KEY'))).toBe('item=tool/demo/default/KEY');
  expect(await says(store).absence(convention('KEY'))).toBe('pass: no entry tool/demo/default/KEY');
  expect(await says(store).absence(native('a/b'))).toBe('pass: no entry a/b');
});

test('a folder that cannot be found is refused', async () => {
  const refusal = async (environment: Readonly<Record<string, string>>, home: string | null) => {
    const opened = await openSpec('pass', { ...portsIn(folder, environment), home });
    return opened.kind === 'refused' ? opened.failure.detail : null;
  };
  expect(await refusal({}, null)).toMatch(/no home folder/);
  expect(await refusal({ PASSWORD_STORE_DIR: 'relative' }, folder)).toBe(
    '`PASSWORD_STORE_DIR` is not an absolute path',
  );
  expect(await refusal({ PASSWORD_STORE_DIR: '/x' }, null)).toBeNull();
});

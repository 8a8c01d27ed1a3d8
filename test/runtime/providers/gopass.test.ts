/** The gopass store over made-up programs. The real one is that of `test/stores/gopass.mjs`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { recipientsOf } from '#runtime/providers/gopass/recipients.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { type FakeEnd, type FakeRun, fakePrograms } from '../../helpers/fake-programs.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openSpec, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
let made = 0;
const MISSED = 'entry is not in the password store';
const status = (...words: readonly string[]) => words.map((word) => `[GNUPG:] ${word}\n`).join('');
const LOCKED = status('ENC_TO 1', 'KEY_CONSIDERED 1', 'PINENTRY_LAUNCHED 1', 'BEGIN_DECRYPTION', 'DECRYPTION_FAILED');
const DENIED = status('ENC_TO 1', 'BEGIN_DECRYPTION', 'DECRYPTION_FAILED');
const READ = status('ENC_TO 1', 'KEY_CONSIDERED 1', 'DECRYPTION_KEY 1', 'BEGIN_DECRYPTION', 'DECRYPTION_OKAY');
/** What gopass says when an entry was tampered with: it ends with what it could decrypt. */
const FAILED = '❌ Decryption failed: exit status 2\ncanary\n';

/** An entry: its content, or what gpg says before it fails. */
type EntryContent = string | { readonly says: string };

/** gopass with these entries, as far as the store needs it. `listed` are the names it lists. */
function gopass(entries: Readonly<Record<string, EntryContent>>, listed = Object.keys(entries), stderr = '') {
  return ({ words, input }: FakeRun): FakeEnd => {
    if (words[0] === 'ls') return { stdout: listed.map((name) => `${name}\n`).join(''), stderr };
    return words[0] === 'process' ? filledIn(input ?? '', entries, stderr) : {};
  };
}

function filledIn(template: string, entries: Readonly<Record<string, EntryContent>>, before: string) {
  let stderr = before;
  let isOpen = true;
  const place = /\{\{if \$open\}\}\{\{\$v := get ("(?:[^"\\]|\\.)*")\}\}.*?\{\{end\}\}\{\{end\}\}/g;
  const stdout = template.replace('{{$open := true}}', '').replace(place, (_, name: string) => {
    if (!isOpen) return '';
    const entry = entries[JSON.parse(name)] ?? MISSED;
    if (typeof entry === 'string') {
      stderr += entry === MISSED ? '' : READ;
      return entry;
    }
    stderr += entry.says + FAILED;
    isOpen = false;
    return 'failed to decrypt';
  });
  return { stdout, stderr };
}

function world(program: (run: FakeRun) => FakeEnd, environment: Readonly<Record<string, string>> = {}) {
  const programs = fakePrograms({ gopass: program });
  const ports = { ...portsIn(`${folder}/${made++}`, environment), programs };
  const open = () => openStore('gopass', ports);
  const answers = async (...names: readonly string[]) => (await open()).read(names.map(native), CALL);
  const read = async (...names: readonly string[]) => (await answers(...names)).map(inShort);
  return { programs, ports, open, answers, read };
}

test('a batch is one process, and repeated names are one place in it', async () => {
  const { read, programs } = world(gopass({ a: 'x\n', b: 'y\nuser: z\n' }));
  expect(await read('a', 'b', 'a')).toEqual(['found x', 'found y', 'found x']);
  expect(programs.runs.map(({ words }) => words)).toEqual([['process', '--', '/dev/stdin']]);
});

test('the first process is alone: the store may have to be unlocked', async () => {
  const names = Array.from({ length: 80 }, (_, index) => `n${index}`);
  const { read, programs } = world(gopass(Object.fromEntries(names.map((name) => [name, `${name}\n`]))));
  expect(await read(...names)).toEqual(names.map((name) => `found ${name}`));
  expect(programs.runs.length).toBe(4);
  expect(programs.most()).toBe(3);
});

test.each<[string, string]>([
  ['x\n', 'found x'],
  ['  x \r\nmore\n', 'found x'],
  ['\nContent-Disposition: attachment; filename="STDIN"\nContent-Transfer-Encoding: Base64\nAP8K\n', 'found \0\xff\n'],
  ['\nContent-Transfer-Encoding: Base64\n\n', 'found '],
  ['\nContent-Transfer-Encoding: Base64\nA!8K\n', 'failed malformed'],
  ['\n', 'failed malformed'],
  ['\nuser: x\n', 'failed malformed'],
  ['no newline, so gopass says it', 'failed malformed'],
])('the content %j is %j', async (content, answer) => {
  expect(await world(gopass({ x: content })).read('x')).toEqual([answer]);
});

test('an entry is missing only if it is not listed either, which is one process for all', async () => {
  const { read, programs } = world(gopass({ there: 'x\n' }, ['there', 'unreadable']));
  expect(await read('gone', 'there', 'unreadable', 'away')).toEqual(['absent', 'found x', 'failed denied', 'absent']);
  expect(programs.runs.map(({ words }) => words[0])).toEqual(['process', 'ls']);
});

test('a listing that fails makes no entry missing', async () => {
  const list = { status: 13, stderr: 'Error: failed to list store: lstat x: no such file' };
  const fake = (run: FakeRun) => (run.words[0] === 'ls' ? list : gopass({})(run));
  expect(await world(fake).read('gone')).toEqual(['failed failed']);
});

test('who leaves the store locked is asked once, and nothing that was decrypted is shown', async () => {
  const { answers, programs } = world(gopass({ a: { says: LOCKED }, b: { says: LOCKED }, c: 'x\n' }));
  const all = await answers('a', 'b', 'c');
  expect(all.map(inShort)).toEqual(['failed locked', 'failed locked', 'failed locked']);
  expect(programs.runs.length).toBe(1);
  expect(JSON.stringify(all)).not.toContain('canary');
});

test('an entry for another key, or one that was changed, keeps no other from being read', async () => {
  const changed = { says: READ.replace('DECRYPTION_OKAY', 'BADMDC') };
  const { answers } = world(gopass({ a: 'x\n', b: { says: DENIED }, c: 'y\n', d: changed, e: 'z\n' }));
  const all = await answers('a', 'b', 'c', 'd', 'e');
  expect(all.map(inShort)).toEqual(['found x', 'failed denied', 'found y', 'failed malformed', 'found z']);
  expect(JSON.stringify(all)).not.toMatch(/canary|GNUPG:/);
});

test.each([
  ['timeout', 'Decryption failed: signal: killed'],
  ['locked', 'Decryption failed: failed to decrypt identities: pinentry error: no tty'],
  ['denied', 'Decryption failed: no identity matched any of the recipients'],
  ['failed', 'Decryption failed: something new'],
])('without words of gpg a failure is %s: %s', async (kind, said) => {
  const fake = ({ input }: FakeRun) => ({
    stdout: filledIn(input ?? '', { x: { says: '' } }, '').stdout,
    stderr: `${said}\ncanary\n`,
  });
  const all = await world(fake).answers('x');
  expect(all.map(inShort)).toEqual([`failed ${kind}`]);
  expect(JSON.stringify(all)).not.toContain('canary');
});

test.each([
  ['failed', 6, "Error: password-store is not initialized. Try 'gopass init'", 'the password store is not initialised'],
  ['missing-program', 1, 'Error: exec: "gpg": executable file not found in $PATH', '`gpg` was not found in `PATH`'],
  ['failed', 1, '', '`gopass` ended with status 1'],
])('a run is %s with status %d: %s', async (kind, code, stderr, detail) => {
  const [answer] = await world(() => ({ status: code, stderr })).answers('x');
  expect(answer).toMatchObject({ kind: 'failed', failure: { kind, detail } });
});

test('output that may be cut is no value', async () => {
  const fake = (run: FakeRun) => ({ ...gopass({ x: 'x\n' })(run), isWhole: false });
  expect(await world(fake).read('x')).toEqual(['failed malformed']);
});

test('output that the template does not give is no value', async () => {
  expect(await world(() => ({ stdout: 'welcome\n' })).read('x', 'y')).toEqual(['failed malformed', 'failed malformed']);
});

test('entries of a mount that cannot be opened are neither missing nor written elsewhere', async () => {
  const warning = '❌ Failed to initialize mount team/a (/nowhere). Ignoring: no such folder\n';
  const { open, read, programs } = world(gopass({ 'team/x': 'x\n' }, ['team/x'], warning));
  expect(await read('team/a/x', 'team/x')).toEqual(['failed failed', 'found x']);
  const before = programs.runs.length;
  const entry = { at: native('team/a/x'), value: SecretValue.fromText('canary') };
  expect(await (await open()).write?.([entry], CALL)).toMatchObject([{ failure: { kind: 'failed' } }]);
  expect(await (await open()).remove?.([native('team/a/x')], CALL)).toMatchObject([{ failure: { kind: 'failed' } }]);
  expect(programs.runs.slice(before).map(({ words }) => words[0])).toEqual(['ls', 'ls']);
});

test('a mount that is locked stops only its own entries', async () => {
  const locked = 'Decryption failed: failed to decrypt identities: pinentry error: no tty\n';
  const mounts = `mounts.path = ${folder}/root\nmounts.team.path = ${folder}/team\n`;
  const { open, programs } = world((run) => {
    if (run.words[0] === 'config') return { stdout: mounts };
    return run.words.at(-1)?.startsWith('team/') ? { status: 1, stderr: locked } : gopass({})(run);
  });
  const names = ['team/a', 'own', 'team/b', 'own2'];
  const entries = names.map((name) => ({ at: native(name), value: SecretValue.fromText('correct horse') }));
  const answers = (await (await open()).write?.(entries, CALL)) ?? [];
  expect(answers).toMatchObject(['locked', null, 'locked', null].map((kind) => (kind ? { failure: { kind } } : {})));
  expect(answers.map(({ kind }) => kind)).toEqual(['failed', 'written', 'failed', 'written']);
  const tried = programs.runs.flatMap(({ words }) => (words[0] === 'insert' ? words.slice(-1) : []));
  expect([tried, programs.runs.filter(({ words }) => words[0] === 'config').length]).toEqual([
    ['team/a', 'own', 'own2'],
    1,
  ]);
});

test('folders of a mount that have recipients of their own are behind locks of their own', () => {
  mkdirSync(`${folder}/mount/deep/er`, { recursive: true });
  const lockOf = (name: string) => recipientsOf({ folder: `${folder}/mount`, name }).slice(folder.length);
  expect(lockOf('deep/er/x')).toBe('/mount');
  writeFileSync(`${folder}/mount/.age-recipients`, '');
  writeFileSync(`${folder}/mount/deep/.gpg-id`, '');
  expect(['x', 'deep/x', 'deep/er/x', 'other/x'].map(lockOf)).toEqual([
    '/mount/.age-recipients',
    '/mount/deep/.gpg-id',
    '/mount/deep/.gpg-id',
    '/mount/.age-recipients',
  ]);
});

test.each([
  ['a password', 'insert', 'correct horse'],
  ['lines', 'cat', 'two\nlines'],
  ['blanks at its ends', 'cat', ' x'],
  ['nothing', 'cat', ''],
  ['a reference', 'cat', 'gopass://other'],
  ['a document', 'cat', '---'],
])('%s is stored by `%s`, from the input', async (_, command, text) => {
  const { open, programs } = world(gopass({}));
  const answers = await (await open()).write?.([{ at: convention('KEY'), value: SecretValue.fromText(text) }], CALL);
  expect(answers).toEqual([{ kind: 'written' }]);
  const [, run] = programs.runs;
  expect([run?.words[0], run?.words.at(-1), run?.input]).toEqual([command, 'tool/demo/default/KEY', text]);
  expect(run?.words.at(-2)).toBe('--');
});

test('what gopass says of a write that fails is shown without the value', async () => {
  const fake = (run: FakeRun) =>
    run.words[0] === 'insert' ? { status: 7, stderr: 'Error: canary: failed to push' } : gopass({})(run);
  const entry = { at: native('x'), value: SecretValue.fromText('canary') };
  const answers = await (await world(fake).open()).write?.([entry], CALL);
  expect(answers).toMatchObject([{ failure: { detail: 'Error: [secret]: failed to push' } }]);
});

test.each([
  ['open /store/x.gpg: permission denied', 'denied'],
  ['open /store/x.gpg: read-only file system', 'denied'],
  ['write /store/x.gpg: no space left on device', 'failed'],
  ['the disk said permission denied, and more', 'failed'],
])('a system error has its own kind: %s', async (reason, kind) => {
  const fake = (run: FakeRun) =>
    run.words[0] === 'insert' ? { status: 7, stderr: `Error: failed to write secret: ${reason}\n` } : gopass({})(run);
  const entry = { at: native('x'), value: SecretValue.fromText('canary') };
  expect(await (await world(fake).open()).write?.([entry], CALL)).toMatchObject([{ failure: { kind } }]);
});

test.each<[string, EntryContent, boolean]>([
  ['what gopass leaves of it is removed', { says: '' }, true],
  ['the value of another writer stays', 'theirs\n', false],
])('after an incomplete write of a new entry, %s', async (_, left, isRemoved) => {
  const entries: Record<string, EntryContent> = {};
  const fake = (run: FakeRun) => {
    if (run.words[0] !== 'insert') return gopass(entries)(run);
    entries['x'] = left;
    return { status: 7, stderr: 'Error: write /store/x.gpg: no space left on device\n' };
  };
  const { programs, open } = world(fake);
  const answers = await (await open()).write?.([{ at: native('x'), value: SecretValue.fromText('new') }], CALL);
  expect(answers).toMatchObject([{ kind: 'failed' }]);
  expect(programs.runs.some(({ words }) => words[0] === 'rm' && words.at(-1) === 'x')).toBe(isRemoved);
});

test('gopass asks nothing on the input, sends no notices and knows its home', async () => {
  const { programs, ports, read } = world(gopass({ x: 'x\n' }), { GOPASS_GPG_OPTS: '--foo', GOPASS_DEBUG: 'true' });
  await read('x');
  const variable = programs.runs[0]?.variable;
  expect(['GPG_TTY', 'GOPASS_NO_NOTIFY', 'GOPASS_NO_AUTOSYNC', 'GOPASS_DEBUG'].map((name) => variable?.(name))).toEqual(
    ['none', '1', '1', null],
  );
  expect(variable?.('HOME')).toBe(ports.home);
  expect(variable?.('GOPASS_GPG_OPTS')).toBe('--foo --no-tty --status-fd 2');
});

test('names that gopass cannot have are refused before it runs, also before a prompt', async () => {
  const { open, read, programs } = world(gopass({}));
  const bad = ['/x', 'a/..', 'a//b', '.git/x', 'a\nb'];
  expect(await read(...bad)).toEqual(bad.map(() => 'failed unsupported'));
  expect(await says(await open()).refusesWrite(native('.git/x'))).toMatch(/starts with `\.`/);
  expect(programs.runs).toEqual([]);
});

test('a home that cannot be found is refused', async () => {
  const refusal = async (environment: Readonly<Record<string, string>>, home: string | null) => {
    const opened = await openSpec('gopass', { ...portsIn(folder, environment), home });
    return opened.kind === 'refused' ? opened.failure.detail : null;
  };
  expect(await refusal({}, null)).toMatch(/no home folder/);
  expect(await refusal({ GOPASS_HOMEDIR: '/x' }, null)).toBeNull();
  expect(await refusal({ GOPASS_CONFIG: 'x' }, folder)).toBe('`GOPASS_CONFIG` is not an absolute path');
});

test('a change leaves no lock', async () => {
  const { open, ports } = world(gopass({ x: 'x\n' }));
  expect(await (await open()).remove?.([native('x'), native('gone')], CALL)).toEqual([
    { kind: 'removed' },
    { kind: 'absent' },
  ]);
  expect(existsSync(`${ports.home}/.config/gopass/config.tool-lock`)).toBe(false);
});

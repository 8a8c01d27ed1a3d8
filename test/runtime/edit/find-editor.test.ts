/** Which editor is started, and with which words. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { commandOf, findEditor } from '#runtime/edit/find-editor.js';

const bin = mkdtempSync(join(tmpdir(), 'tool-test-'));
afterAll(() => rmSync(bin, { recursive: true, force: true }));
for (const name of ['vim.basic', 'nano', 'code', 'ed', 'emacs-nox', 'emacsclient', 'other'])
  writeFileSync(join(bin, name), '', { mode: 0o755 });
symlinkSync('vim.basic', join(bin, 'vi'));
for (const name of ['nvi', 'busybox']) {
  writeFileSync(join(bin, name), '', { mode: 0o755 });
  mkdirSync(join(bin, `of-${name}`));
  symlinkSync(`../${name}`, join(bin, `of-${name}`, 'vi'));
}
mkdirSync(join(bin, 'own'));
writeFileSync(join(bin, 'own', 'vi'), '\0VIM - Vi IMproved\0', { mode: 0o755 });
writeFileSync(join(bin, 'own', 'ex'), '\0another one\0', { mode: 0o755 });

const found = (variables: Readonly<Record<string, string>>, isInteractive = true) =>
  findEditor({ PATH: bin, TERM: 'xterm', ...variables }, isInteractive);
const wordsFor = (EDITOR: string) => {
  const editor = found({ EDITOR });
  if (editor === null) throw new Error('none');
  const [, script, , ...words] = commandOf(editor, '/private', '/private/file').args;
  return [script, ...words];
};

test('VISUAL comes first, but not on a terminal that cannot move its cursor', () => {
  expect(found({ VISUAL: 'one', EDITOR: 'two' })?.text).toBe('one');
  expect(found({ VISUAL: 'one', EDITOR: 'two', TERM: 'dumb' })?.text).toBe('two');
  expect(found({ VISUAL: ' ', EDITOR: 'two' })?.text).toBe('two');
  expect(found({ VISUAL: 'one', TERM: '' })?.text).toBe('one');
});

test('a usual one is found on a terminal alone', () => {
  expect(found({})?.text).toBe('vi');
  expect(found({}, false)).toBeNull();
  expect(found({ PATH: '/nowhere' })).toBeNull();
});

test('one that is not there is known before a shell says so', () => {
  expect(found({ EDITOR: 'nothing --here' })).toMatchObject({ isMissing: true, name: 'nothing' });
  expect(found({ EDITOR: 'other --here' })).toMatchObject({ isMissing: false });
  // The work of a shell.
  for (const EDITOR of [':', '$HOME/x', 'A=1 other']) expect(found({ EDITOR })).toMatchObject({ isMissing: false });
});

test.each<[string, readonly string[]]>([
  ['other', ['exec other "$@"', '/private/file']],
  ['other -x "a b"', ['trap : INT QUIT; other -x "a b" "$@"', '/private/file']],
  ['nano -w', ['exec nano -w "$@"', '--backupdir', '/private', '/private/file']],
  ['code', ['exec code "$@"', '--wait', '/private/file']],
  ['code -n -w', ['exec code -n -w "$@"', '/private/file']],
  ['emacsclient -t', ['exec emacsclient -t "$@"', '/private/file']],
])('%s', (editor, words) => expect(wordsFor(editor)).toEqual(words));

test.each(['nvi', `${bin}/of-nvi/vi`, `${bin}/of-busybox/vi`, `${bin}/own/ex`])('%s is not Vim', (editor) => {
  expect(wordsFor(editor)).toEqual([`exec ${editor} "$@"`, '/private/file']);
});

test.each(['vi', `${bin}/own/vi`, `${bin}/vi -u x`, `'${bin}/vi'`, `"${bin}/vim.basic"`])('%s is Vim', (editor) => {
  expect(wordsFor(editor)).toEqual(expect.arrayContaining(['-i', 'NONE', '-n', '/private/file']));
});

/** Files that only spare work. */
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readPrivate, writePrivate } from '#runtime/files/private-file.js';
import { temporaryFolder } from './temporary-folder.js';

const root = temporaryFolder();
const write = (path: string, text: string) => writePrivate(join(root, path), () => Buffer.from(text));
const read = (path: string) => readPrivate(join(root, path))?.toString() ?? null;
const mode = (path: string) => statSync(join(root, path)).mode & 0o777;

test('file and folder are made private', () => {
  expect(write('a/file', 'text')).toBe(true);
  expect([read('a/file'), mode('a/file'), mode('a')]).toEqual(['text', 0o600, 0o700]);
});
test('no folder above is made', () => expect([write('b/c/file', 'text'), read('b/c/file')]).toEqual([false, null]));
test.each([0o755, 0o770, 0o500])('folder of mode %o: nothing is read or written', (bits) => {
  write(`folder-${bits}/file`, 'text');
  chmodSync(join(root, `folder-${bits}`), bits);
  expect([write(`folder-${bits}/other`, 'text'), read(`folder-${bits}/file`)]).toEqual([false, null]);
});
test('a link to a folder', () => {
  write('real/file', 'text');
  symlinkSync(join(root, 'real'), join(root, 'linked'));
  expect([write('linked/other', 'text'), read('linked/file')]).toEqual([false, null]);
});
test('a folder in its place: nothing is written, nothing is left', () => {
  mkdirSync(join(root, 'taken/inside'), { recursive: true });
  expect(write('taken', 'text')).toBe(false);
  expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});
test('a failure while the bytes are made leaves nothing', () => {
  const path = join(root, 'failing/file');
  expect(
    writePrivate(path, () => {
      throw new Error('no bytes');
    }),
  ).toBe(false);
  expect(readdirSync(dirname(path))).toEqual([]);
});
test('a file in the place of its folder', () => {
  writeFileSync(join(root, 'no-folder'), '');
  expect([write('no-folder/file', 'text'), read('no-folder/file')]).toEqual([false, null]);
});
test('below /proc nothing can be made, and it does not take for ever', () =>
  expect(writePrivate('/proc/nowhere/file', () => Buffer.alloc(0))).toBe(false));
test.each([0o620, 0o602, 0o666, 0o644, 0o400])('mode %o is not believed', (bits) => {
  write('open', 'text');
  chmodSync(join(root, 'open'), bits);
  expect(read('open')).toBeNull();
});
test('a folder is no file', () => expect(readPrivate(root)).toBeNull());
test('a link is not followed', () => {
  writeFileSync(join(root, 'target'), 'text', { mode: 0o600 });
  symlinkSync(join(root, 'target'), join(root, 'link'));
  expect(read('link')).toBeNull();
});

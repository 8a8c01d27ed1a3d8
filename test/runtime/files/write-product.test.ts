import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { writeProduct } from '#runtime/files/write-product.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
let count = 0;
const place = () => {
  const path = join(folder, `case-${count++}`);
  mkdirSync(path);
  return path;
};
const contentOf = (path: string) => readFileSync(path, 'utf8');

test('a new file holds the text, and nothing else lies there', () => {
  const at = place();
  expect(writeProduct(join(at, 'file'), 'text\n')).toBeNull();
  expect([readdirSync(at), contentOf(join(at, 'file'))]).toEqual([['file'], 'text\n']);
});

test('an old file is replaced', () => {
  const path = join(place(), 'file');
  writeFileSync(path, 'old and longer');
  expect([writeProduct(path, 'new'), contentOf(path)]).toEqual([null, 'new']);
});

test('a file that holds the text already is not touched', () => {
  const path = join(place(), 'file');
  writeFileSync(path, 'text');
  const before = statSync(path);
  expect(writeProduct(path, 'text')).toBeNull();
  expect(statSync(path).ino).toBe(before.ino);
});

test('a symbolic link is followed', () => {
  const at = place();
  writeFileSync(join(at, 'target'), 'old');
  symlinkSync('target', join(at, 'link'));
  expect(writeProduct(join(at, 'link'), 'new')).toBeNull();
  expect([contentOf(join(at, 'target')), readdirSync(at).sort()]).toEqual(['new', ['link', 'target']]);
});

test('a symbolic link to where nothing lies yet is followed, too', () => {
  const at = place();
  symlinkSync('later', join(at, 'link'));
  symlinkSync('nowhere/later', join(at, 'lost'));
  expect([writeProduct(join(at, 'link'), 'new'), contentOf(join(at, 'later'))]).toEqual([null, 'new']);
  expect(writeProduct(join(at, 'lost'), 'new')).toBe('a folder in the path does not exist');
  expect([readlinkSync(join(at, 'link')), readlinkSync(join(at, 'lost'))]).toEqual(['later', 'nowhere/later']);
});

test('a name may be as long as the system allows', () => {
  const path = join(place(), '語'.repeat(80));
  expect([writeProduct(path, 'text'), contentOf(path)]).toEqual([null, 'text']);
});

test('what cannot be replaced is told in words', () => {
  const at = place();
  writeFileSync(join(at, 'file'), '');
  expect(writeProduct(at, 'x')).toBe('it is not a regular file');
  expect(writeProduct('/dev/null', 'x')).toBe('it is not a regular file');
  expect(writeProduct(join(at, 'nowhere/file'), 'x')).toBe('a folder in the path does not exist');
  expect(writeProduct(join(at, 'file/below'), 'x')).toBe('a part of the path is not a folder');
  expect(readdirSync(at)).toEqual(['file']);
});

test('a folder that may not be written to', () => {
  const at = place();
  chmodSync(at, 0o500);
  const reason = writeProduct(join(at, 'file'), 'x');
  chmodSync(at, 0o700);
  // Who may do everything may do this.
  expect(reason).toBe(process.getuid?.() === 0 ? null : 'permission denied');
});

test.each([
  [0o600, 0o600],
  [0o664, 0o664],
  [0o666, 0o664],
])('a file of mode %o is one of mode %o afterwards', (before, after) => {
  const path = join(place(), 'file');
  writeFileSync(path, 'old');
  chmodSync(path, before);
  expect([writeProduct(path, 'new'), statSync(path).mode & 0o777]).toEqual([null, after]);
});

test('a file that may not be written stays as it is', () => {
  const path = join(place(), 'file');
  writeFileSync(path, 'old', { mode: 0o444 });
  const reason = writeProduct(path, 'new');
  const isMighty = process.getuid?.() === 0;
  expect([reason, contentOf(path)]).toEqual(isMighty ? [null, 'new'] : ['permission denied', 'old']);
});

/** What is kept of files: read back whole and by the same code, or not at all. */
import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { keep, readKept, type Slot } from '#runtime/plan/private-cache.js';
import { cacheIn } from '../../helpers/cache-in.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const folder = temporaryFolder();
const cacheFolder = cacheIn(folder);
const { path } = cacheFolder;
const source = join(folder, 'source');
const slotOf = (key: string): Slot => ({ cacheFolder, kind: 'plans', key });
const SLOT = slotOf('one');
const kept = () => readdirSync(join(path, 'plans')).map((name) => join(path, 'plans', name));
const only = () => kept()[0] ?? '';
const keepText = (text: string, slot = SLOT) => keep(slot, [{ path: source, bytes: readFileSync(source) }], text);
const read = (slot = SLOT) => readKept(slot, (text) => text)?.made ?? null;

beforeEach(() => {
  rmSync(path, { recursive: true, force: true });
  writeFileSync(source, 'source\n["with", "lines"]\n');
  keepText('é text\nof lines');
});

test('text and sources come back', () => {
  expect(readKept(SLOT, (text) => text.length)).toEqual({
    made: 'é text\nof lines'.length,
    sources: [{ path: source, bytes: readFileSync(source) }],
  });
});
test('files that were not there', () => {
  const absent = { path: join(folder, 'absent'), bytes: null };
  keep(SLOT, [absent, { path: source, bytes: readFileSync(source) }], 'text');
  expect(readKept(SLOT, (text) => text)?.sources[0]).toEqual(absent);
  writeFileSync(absent.path, '');
  expect(read()).toBeNull();
  rmSync(absent.path);
});
test('a source has changed, is gone, is a folder', () => {
  writeFileSync(source, 'SOURCE\n["with", "lines"]\n');
  expect(read()).toBeNull();
  rmSync(source);
  expect(read()).toBeNull();
  keep(SLOT, [{ path: folder, bytes: Buffer.alloc(0) }], 'text');
  expect(read()).toBeNull();
});
test('a source of which it matters which file it is', () => {
  const link = join(folder, 'link');
  symlinkSync(source, link);
  keep(SLOT, [{ path: link, bytes: readFileSync(source), identity: realpathSync(source) }], 'text');
  expect(readKept(SLOT, (text) => text)?.sources[0]?.identity).toBe(realpathSync(source));
  rmSync(link);
  copyFileSync(source, link);
  expect(read()).toBeNull();
  rmSync(link);
});
test('a file that the caller has read is not read again', () => {
  const readWith = (text: string) => readKept(SLOT, (made) => made, { path: source, bytes: Buffer.from(text) })?.made;
  const text = readFileSync(source, 'utf8');
  writeFileSync(source, 'another');
  expect([readWith(text), readWith('another'), read()]).toEqual(['é text\nof lines', undefined, null]);
});
test('nothing was kept of this', () => expect(read(slotOf('two'))).toBeNull());
test('the entry of another key under the same name', () => {
  const mine = only();
  keepText('other', slotOf('two'));
  copyFileSync(kept().find((path) => path !== mine) ?? '', mine);
  expect(read()).toBeNull();
});
test('an entry of another kind', () => {
  keep({ ...SLOT, kind: 'links' }, [], 'text');
  copyFileSync(only().replace('plans', 'links'), only());
  expect(read()).toBeNull();
});
test('kept by other code', () => {
  const entry = readFileSync(only(), 'latin1');
  expect(entry).toContain('0.1.0 unbuilt');
  writeFileSync(only(), entry.replaceAll('0.1.0 unbuilt', '0.1.0 another'), 'latin1');
  expect(read()).toBeNull();
});
test('a text that cannot be made out', () => {
  const made = readKept(SLOT, () => {
    throw new Error('no such text');
  });
  expect(made).toBeNull();
});
test.each([0, 20, 60, -1])('byte %i is another', (at) => {
  const entry = readFileSync(only());
  const index = at < 0 ? entry.length + at : at;
  entry[index] = (entry[index] ?? 0) ^ 1;
  writeFileSync(only(), entry);
  expect(read()).toBeNull();
});
test.each([0, 1, 50, 100])('cut off after %i bytes', (length) => {
  writeFileSync(only(), readFileSync(only()).subarray(0, length));
  expect(read()).toBeNull();
});
test('no first line', () => {
  writeFileSync(only(), 'xx');
  expect(read()).toBeNull();
});
test.each([0o660, 0o602])('mode %o', (mode) => {
  chmodSync(only(), mode);
  expect(read()).toBeNull();
});
test('it is private', () => expect(statSync(only()).mode & 0o777).toBe(0o600));
test('the oldest go where they have become many', () => {
  utimesSync(only(), 1, 1);
  for (let index = 0; index < 200; index++) writeFileSync(join(path, 'plans', `other-${index}`), '');
  keepText('newest', slotOf('two'));
  expect([kept().length, read(), read(slotOf('two'))]).toEqual([101, null, 'newest']);
});

/** V8's compiled form of the program: believed only when it is whole and ours. */
import { chmodSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { codeCachePath, readCompiled, writeCompiled } from '#runtime/cli/code-cache.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
const COMPILED = Buffer.from('compiled');
const cacheOf = (folder: string, buildId: string) => ({ folder, buildId, usageOf: () => 'run' });
const written = (buildId: string, folder = join(root, buildId)) => {
  const cache = cacheOf(folder, buildId);
  const path = codeCachePath(cache, 'program.js');
  writeCompiled(path, cache, () => COMPILED);
  return path;
};

test('what was written is read', () => expect(readCompiled(written('aa'))).toEqual(COMPILED));
test('nothing there', () =>
  expect(readCompiled(codeCachePath(cacheOf(root, 'nothing'), 'program.js'))).toBeUndefined());
test.each([0, 3, 4, 11])('byte %i is another', (at) => {
  const path = written('bb');
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  expect(readCompiled(path)).toBeUndefined();
});
test.each([0, 3, 4, 11])('cut off after %i bytes', (length) => {
  const path = written('cc');
  writeFileSync(path, readFileSync(path).subarray(0, length));
  expect(readCompiled(path)).toBeUndefined();
});
test('others may write it', () => {
  const path = written('dd');
  chmodSync(path, 0o620);
  expect(readCompiled(path)).toBeUndefined();
});
test('a link to it', () => {
  symlinkSync(written('ee'), join(root, 'link'));
  expect(readCompiled(join(root, 'link'))).toBeUndefined();
});
test('a place that cannot be written costs nothing', () => {
  let isAsked = false;
  const cache = cacheOf('/proc/nowhere', 'ff');
  const path = codeCachePath(cache, 'program.js');
  writeCompiled(path, cache, () => {
    isAsked = true;
    return COMPILED;
  });
  expect([isAsked, readCompiled(path)]).toEqual([false, undefined]);
});
test('other builds go, other files stay', () => {
  const folder = join(root, 'shared');
  written('11', folder);
  writeFileSync(join(folder, 'other'), '');
  const path = written('22', folder);
  expect(readdirSync(folder).sort()).toEqual([basename(path), 'other']);
});
test('other Nodes and uses keep theirs, while they are few', () => {
  const folder = join(root, 'many');
  const path = written('33', folder);
  for (let index = 0; index < 50; index++) writeFileSync(`${path}${index}`, '');
  written('33', folder);
  expect(readdirSync(folder)).toHaveLength(51);
  for (let index = 50; index < 70; index++) writeFileSync(`${path}${index}`, '');
  written('33', folder);
  expect(readdirSync(folder)).toEqual([basename(path)]);
});
test('every file and every use has its own', () => {
  const used = (file: string, usage: string) =>
    codeCachePath({ folder: root, buildId: 'gg', usageOf: () => usage }, file);
  const paths = [used('program.js', 'run'), used('program.js', 'get'), used('rest.js', 'run')];
  expect(new Set(paths).size).toBe(3);
});

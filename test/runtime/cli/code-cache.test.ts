/** V8's compiled form of the program: believed only when it is whole and ours. */
import { chmodSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { codeCachePath, readCompiled, writeCompiled } from '#runtime/cli/code-cache.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
const COMPILED = Buffer.from('compiled');
const written = (codeId: string, folder = join(root, codeId)) => {
  const path = codeCachePath(folder, codeId);
  writeCompiled(path, () => COMPILED);
  return path;
};

test('what was written is read', () => expect(readCompiled(written('aa'))).toEqual(COMPILED));
test('nothing there', () => expect(readCompiled(codeCachePath(root, 'nothing'))).toBeUndefined());
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
  const path = codeCachePath('/proc/nowhere', 'ff');
  writeCompiled(path, () => {
    isAsked = true;
    return COMPILED;
  });
  expect([isAsked, readCompiled(path)]).toEqual([false, undefined]);
});
test('older versions go, other files stay', () => {
  const folder = join(root, 'shared');
  written('11', folder);
  writeFileSync(join(folder, 'other'), '');
  const path = written('22', folder);
  expect(readdirSync(folder).sort()).toEqual([basename(path), 'other']);
});
test('other Nodes keep theirs, while they are few', () => {
  const folder = join(root, 'many');
  const path = written('33', folder);
  for (let index = 0; index < 5; index++) writeFileSync(`${path}${index}`, '');
  written('33', folder);
  expect(readdirSync(folder)).toHaveLength(6);
  for (let index = 5; index < 9; index++) writeFileSync(`${path}${index}`, '');
  written('33', folder);
  expect(readdirSync(folder)).toEqual([basename(path)]);
});

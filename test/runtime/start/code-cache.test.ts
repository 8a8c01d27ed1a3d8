/** V8's compiled form of the program: believed only when it is whole, and only beside the program. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  type CodeCache,
  codeCacheBeside,
  codeCachePath,
  readCompiled,
  writeCompiled,
} from '#runtime/start/code-cache.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
const COMPILED = Buffer.from('compiled');
const owner = process.getuid?.() ?? null;
const cacheOf = (folder: string, buildId: string): CodeCache => ({ folder, owner, buildId, usageOf: () => 'run' });
const read = (path: string) => readCompiled(cacheOf(root, 'any'), path);
const written = (buildId: string, folder = join(root, buildId)) => {
  const cache = cacheOf(folder, buildId);
  const path = codeCachePath(cache, 'program.js');
  writeCompiled(cache, path, () => COMPILED);
  return path;
};

test('what was written is read', () => expect(read(written('aa'))).toEqual(COMPILED));
test('nothing there', () => expect(read(codeCachePath(cacheOf(root, 'nothing'), 'program.js'))).toBeUndefined());
test.each([0, 3, 4, 11])('byte %i is another', (at) => {
  const path = written('bb');
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  expect(read(path)).toBeUndefined();
});
test.each([0, 3, 4, 11])('cut off after %i bytes', (length) => {
  const path = written('cc');
  writeFileSync(path, readFileSync(path).subarray(0, length));
  expect(read(path)).toBeUndefined();
});
test('others may write it', () => {
  const path = written('dd');
  chmodSync(path, 0o620);
  expect(read(path)).toBeUndefined();
});
test('a link to it', () => {
  symlinkSync(written('ee'), join(root, 'link'));
  expect(read(join(root, 'link'))).toBeUndefined();
});
test('a place that cannot be written costs nothing', () => {
  let isAsked = false;
  const cache = cacheOf('/proc/nowhere', 'ff');
  const path = codeCachePath(cache, 'program.js');
  writeCompiled(cache, path, () => {
    isAsked = true;
    return COMPILED;
  });
  expect([isAsked, read(path)]).toEqual([false, undefined]);
});
test('those of other builds go', () => {
  const folder = join(root, 'shared');
  written('11', folder);
  const path = written('22', folder);
  expect(readdirSync(folder)).toEqual([basename(path)]);
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
  const used = (file: string, usage: string) => codeCachePath({ ...cacheOf(root, 'gg'), usageOf: () => usage }, file);
  const paths = [used('program.js', 'run'), used('program.js', 'get'), used('rest.js', 'run')];
  expect(new Set(paths).size).toBe(3);
});
test('the form of another build under this name', () => {
  const path = written('hh');
  copyFileSync(written('ii'), path);
  expect(read(path)).toBeUndefined();
});

describe('beside the program', () => {
  const naming = { buildId: 'aa', usageOf: () => 'run' };
  const programIn = (name: string) => {
    const program = join(root, name, 'bundle');
    mkdirSync(program, { recursive: true });
    return program;
  };
  const ownerOf = (program: string) => codeCacheBeside(program, naming).owner;

  test('its owner may write', () => {
    const program = programIn('fine');
    const cache = codeCacheBeside(program, naming);
    const path = codeCachePath(cache, 'program.js');
    writeCompiled(cache, path, () => COMPILED);
    expect([dirname(path), readCompiled(cache, path)]).toEqual([join(program, 'compiled'), COMPILED]);
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o644, 0o755]);
    expect(ownerOf(program)).toBe(owner);
  });
  test.each(['', 'bundle', 'bundle/compiled'])('others may write in its folder /%s', (open) => {
    const program = programIn(`open-${open.length}`);
    mkdirSync(join(program, 'compiled'));
    chmodSync(join(dirname(program), open), 0o777);
    expect(ownerOf(program)).toBeNull();
  });
  test('a link to another folder', () => {
    const program = programIn('linked');
    symlinkSync(programIn('elsewhere'), join(program, 'compiled'));
    expect(ownerOf(program)).toBeNull();
  });
  test('nothing is read or written where nobody is believed', () => {
    const program = programIn('unowned');
    const cache = { ...codeCacheBeside(program, naming), owner: null };
    const path = codeCachePath(cache, 'program.js');
    writeCompiled(cache, path, () => COMPILED);
    expect([existsSync(dirname(path)), readCompiled(cache, path)]).toEqual([false, undefined]);
  });
  test('another user writes nothing', () => {
    const program = programIn('foreign');
    const cache = { ...codeCacheBeside(program, naming), owner: (owner ?? 0) + 1 };
    writeCompiled(cache, codeCachePath(cache, 'program.js'), () => COMPILED);
    expect(readdirSync(program)).toEqual([]);
  });
});

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { executablesIn, pathsLike } from '#runtime/analysis/completion/files.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tool-files-'));
  for (const folder of ['bin', 'more/inner', 'bin/subfolder']) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['file.txt', '.hidden', 'bin/npm', 'bin/npx', 'bin/notes', 'more/npm'])
    writeFileSync(join(root, file), '');
  for (const program of ['bin/npm', 'bin/npx', 'more/npm']) chmodSync(join(root, program), 0o755);
  symlinkSync('more', join(root, 'linked'));
  symlinkSync('npx', join(root, 'bin/nlink'));
  symlinkSync('nowhere', join(root, 'bin/nbroken'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const pathsAt = (typed: string) => pathsLike(typed, root, join(root, 'more')).map(({ text }) => text);

describe('paths', () => {
  test.each([
    ['', ['bin/', 'file.txt', 'linked/', 'more/']],
    ['.', ['.hidden']],
    ['fi', ['file.txt']],
    ['FI', ['file.txt']],
    ['linked/', ['linked/inner/', 'linked/npm']],
    ['./mo', ['./more/']],
    ['bin/../fi', ['bin/../file.txt']],
    ['~/in', ['~/inner/']],
    ['nowhere/', []],
    ['file.txt/', []],
  ])('%j', (typed, texts) => expect(pathsAt(typed)).toEqual(texts));

  test('absolute', () => expect(pathsAt(`${root}/fi`)).toEqual([`${root}/file.txt`]));
  test('folders are open', () => {
    expect(pathsLike('', root, null).filter(({ isOpen }) => isOpen)).toHaveLength(3);
  });
});

describe('executables', () => {
  const at = (typed: string) => executablesIn(`bin:${join(root, 'bin')}:${join(root, 'more')}:/nowhere`, typed);

  test('each once, neither folders nor other files', () => {
    expect(at('').map(({ text }) => text)).toEqual(['nlink', 'npm', 'npx']);
  });
  test('none for a path', () => expect(at('./n')).toEqual([]));
});

/** Folders that live no longer than their process. */
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ownProcess } from '#runtime/files/lock-owner.js';
import { makeProcessFolder } from '#runtime/files/process-folder.js';
import { temporaryFolder } from './temporary-folder.js';

const root = temporaryFolder();
const NO_PROCESS = 2 ** 22 + 1;

/** The name that a process with this number would have given. */
function nameOf(pid: number, folder: string): string {
  return basename(folder).replace(`${ownProcess().pid}-`, `${pid}-`);
}

test('is private, and of its own each time', () => {
  const shared = join(root, 'own');
  mkdirSync(shared);
  const folders = [makeProcessFolder(shared), makeProcessFolder(shared)];
  expect(new Set(folders).size).toBe(2);
  expect(folders.map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('those of processes that are gone are removed with what is in them; all others stay', () => {
  const shared = join(root, 'shared');
  mkdirSync(shared);
  const own = makeProcessFolder(shared);
  const gone = join(shared, nameOf(NO_PROCESS, own));
  const elsewhere = join(shared, nameOf(NO_PROCESS, own).replace(/-[0-9a-f]{16}-/u, `-${'0'.repeat(16)}-`));
  const foreign = join(shared, 'tool-session-of-mine');
  for (const folder of [gone, elsewhere, foreign]) mkdirSync(folder);
  writeFileSync(join(gone, '.tmpabcdef'), 'a value', { mode: 0o400 });
  const link = join(shared, nameOf(NO_PROCESS, own).replace(/.$/u, 'x'));
  symlinkSync(foreign, link);
  const next = makeProcessFolder(shared);
  expect(readdirSync(shared).sort()).toEqual(
    [own, elsewhere, foreign, link, next].map((path) => basename(path)).sort(),
  );
});

import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { FileFault } from '#runtime/files/files.js';
import { nodeFiles } from '#runtime/files/node-files.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const files = nodeFiles();

test('a folder is made with those above it, and one that is private is used', async () => {
  await files.makePrivateFolder(`${folder}/a/b`);
  await files.makePrivateFolder(`${folder}/a/b`);
  expect(['a', 'a/b'].map((name) => statSync(`${folder}/${name}`).mode & 0o777)).toEqual([0o700, 0o700]);
});

test('one that others can read, or a link to one, is refused and stays as it is', async () => {
  mkdirSync(`${folder}/open`);
  chmodSync(`${folder}/open`, 0o755);
  symlinkSync(`${folder}/a/b`, `${folder}/link`);
  for (const name of ['open', 'link']) {
    const made = files.makePrivateFolder(`${folder}/${name}`);
    await expect(made).rejects.toThrow(FileFault);
  }
  expect(statSync(`${folder}/open`).mode & 0o777).toBe(0o755);
});

test('one that cannot be made is a failure', async () => {
  for (const path of ['/proc/none/below', '/dev/null/below'])
    await expect(files.makePrivateFolder(path)).rejects.toThrow(FileFault);
});

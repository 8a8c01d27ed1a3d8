/** Folders that are made for the user alone. */
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { makePrivateFolder } from '#runtime/files/modes.js';
import { nodeFiles } from '#runtime/files/node-files.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const modeOf = (name: string) => statSync(`${folder}/${name}`).mode & 0o777;

test('missing folders are made private, existing ones stay as they are', () => {
  mkdirSync(`${folder}/old`, { mode: 0o755 });
  makePrivateFolder(`${folder}/old/new/deep`);
  makePrivateFolder(`${folder}/old`);
  expect([modeOf('old'), modeOf('old/new'), modeOf('old/new/deep')]).toEqual([0o755, 0o700, 0o700]);
});

test('nothing is made below a file, nor behind a link that leads nowhere', () => {
  writeFileSync(`${folder}/file`, '');
  symlinkSync(`${folder}/nowhere`, `${folder}/dangling`);
  expect(() => makePrivateFolder(`${folder}/file/deep`)).toThrow('ENOTDIR');
  expect(() => makePrivateFolder(`${folder}/dangling/deep`)).toThrow(/EEXIST|ENOENT/u);
});

test('below /proc nothing can be made, and it does not take for ever', async () => {
  expect(() => makePrivateFolder('/proc/nowhere/deep')).toThrow();
  await expect(nodeFiles().update('/proc/nowhere/deep/.env', () => Buffer.alloc(1))).rejects.toThrow();
  await expect((await nodeFiles().beneath('/proc/nowhere')).replace(['file'], Buffer.alloc(1))).rejects.toThrow();
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { FileFault } from '#runtime/files/files.js';
import { nodeFiles } from '#runtime/files/node-files.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const read = async (name: string) => {
  const bytes = await nodeFiles().read(`${folder}/${name}`);
  return bytes === null ? null : Buffer.from(bytes).toString('latin1');
};
const fault = async (name: string) => {
  try {
    return await read(name);
  } catch (error) {
    if (error instanceof FileFault) return [error.code, error.message.replace(folder, 'HERE')];
    throw error;
  }
};

test('a file is read byte for byte, through links', async () => {
  writeFileSync(`${folder}/bytes`, Buffer.from([0, 0xff, 0x0a]));
  symlinkSync('bytes', `${folder}/link`);
  expect(await read('bytes')).toBe('\0\xff\n');
  expect(await read('link')).toBe('\0\xff\n');
});

test('what is not there is no file: the file, its folder, the target of its link', async () => {
  symlinkSync('gone', `${folder}/dangling`);
  expect(await read('gone')).toBeNull();
  expect(await read('gone/too')).toBeNull();
  expect(await read('dangling')).toBeNull();
});

test('a folder, a path through a file and a circle of links are faults', async () => {
  mkdirSync(`${folder}/sub`);
  writeFileSync(`${folder}/plain`, '');
  symlinkSync('circle', `${folder}/circle`);
  expect(await fault('sub')).toEqual(['EISDIR', 'cannot read HERE/sub: it is a folder']);
  expect(await fault('plain/x')).toEqual(['ENOTDIR', 'cannot read HERE/plain/x: a part of the path is not a folder']);
  expect(await fault('circle')).toEqual(['ELOOP', 'cannot read HERE/circle: too many levels of symbolic links']);
});

test('a FIFO without a writer is a fault at once', async () => {
  execFileSync('mkfifo', [`${folder}/fifo`]);
  expect(await fault('fifo')).toEqual(['special', 'cannot read HERE/fifo: it is not a regular file']);
});

test('a device is not read', async () => {
  await expect(nodeFiles().read('/dev/zero')).rejects.toThrow('cannot read /dev/zero: it is not a regular file');
});

test('a path in a message cannot steer a terminal', async () => {
  mkdirSync(`${folder}/\x1b[31m`);
  expect(await fault('\x1b[31m')).toEqual(['EISDIR', 'cannot read HERE/\\u{1b}[31m: it is a folder']);
});

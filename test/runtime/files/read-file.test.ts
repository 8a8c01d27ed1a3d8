import { execFileSync, spawn } from 'node:child_process';
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

test('what can be read once is read once, by whichever path, until it is forgotten', async () => {
  execFileSync('mkfifo', [`${folder}/fifo`]);
  symlinkSync('fifo', `${folder}/other-name`);
  const write = (text: string) => spawn('sh', ['-c', 'printf %s "$1" > "$2"', 'sh', text, `${folder}/fifo`]);
  const files = nodeFiles();
  write('A=1');
  const both = await Promise.all(['fifo', 'other-name'].map((name) => files.read(`${folder}/${name}`)));
  expect(both.map(String)).toEqual(['A=1', 'A=1']);
  expect(String(await files.beneath(folder).then((beneath) => beneath.read(['fifo'])))).toBe('A=1');
  files.forget();
  write('A=2');
  expect(String(await files.read(`${folder}/fifo`))).toBe('A=2');
});

test('a device that never ends is bounded; one that is empty is read', async () => {
  await expect(nodeFiles().read('/dev/zero')).rejects.toThrow('cannot read /dev/zero: it is larger than 64 MiB');
  expect(await nodeFiles().read('/dev/null')).toHaveLength(0);
});

test('waiting for a writer ends with the signal', async () => {
  execFileSync('mkfifo', [`${folder}/silent`]);
  const reason = new Error('given up');
  await expect(nodeFiles(() => AbortSignal.abort(reason)).read(`${folder}/silent`)).rejects.toBe(reason);
});

test('a writer finds a reader that stays: no file is opened to see what it is', async () => {
  execFileSync('mkfifo', [`${folder}/asked`]);
  const writer = spawn('sh', ['-c', 'printf A=1 > "$1"', 'sh', `${folder}/asked`]);
  const files = nodeFiles();
  expect((await files.refusesUpdate(`${folder}/asked`))?.problem).toBe('it is not a regular file, but a named pipe');
  await expect(files.update(`${folder}/asked`, () => Buffer.from('B=2'))).rejects.toThrow('named pipe');
  expect(await files.beneath(folder).then((beneath) => beneath.refusesReplace(['asked']))).not.toBeNull();
  expect(writer.exitCode).toBeNull();
  expect(String(await files.read(`${folder}/asked`))).toBe('A=1');
});

test('a path in a message cannot steer a terminal', async () => {
  mkdirSync(`${folder}/\x1b[31m`);
  expect(await fault('\x1b[31m')).toEqual(['EISDIR', 'cannot read HERE/\\u{1b}[31m: it is a folder']);
});

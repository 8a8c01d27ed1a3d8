import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { FileFault } from '#runtime/files/files.js';
import { nodeFiles } from '#runtime/files/node-files.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const files = nodeFiles();
const bytes = (text: string) => Buffer.from(text);
const put = (name: string, text: string) => files.update(`${folder}/${name}`, () => bytes(text));
const textOf = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
const modeOf = (name: string) => statSync(`${folder}/${name}`).mode & 0o777;
const make = (name: string, text: string, mode: number) => {
  writeFileSync(`${folder}/${name}`, text);
  chmodSync(`${folder}/${name}`, mode);
};
const fault = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if (error instanceof FileFault) return [error.code, error.message.replace(folder, 'HERE')];
    throw error;
  }
  return 'no fault';
};
const isRoot = process.getuid?.() === 0;
const testAsUser = isRoot ? test.skip : test;
const testAsRoot = isRoot ? test : test.skip;

test('a new file is private, and so are the folders made for it', async () => {
  await put('new/deep/file', 'x');
  expect(textOf('new/deep/file')).toBe('x');
  expect([modeOf('new/deep/file'), modeOf('new/deep'), modeOf('new')]).toEqual([0o600, 0o700, 0o700]);
  expect(readdirSync(`${folder}/new/deep`)).toEqual(['file']);
});

test('a new file gets the mode asked for, less the umask', async () => {
  const usual = process.umask(0o027);
  try {
    await files.update(`${folder}/shared`, () => bytes('x'), { mode: 0o644 });
  } finally {
    process.umask(usual);
  }
  expect(modeOf('shared')).toBe(0o640);
});

test.each([0o640, 0o664, 0o600, 0o777])('an existing file keeps its mode %#', async (mode) => {
  make(`mode-${mode}`, 'old', mode);
  await put(`mode-${mode}`, 'new');
  expect([textOf(`mode-${mode}`), modeOf(`mode-${mode}`)]).toEqual(['new', mode]);
});

test('a change is given what is there', async () => {
  make('given', 'old', 0o600);
  await files.update(`${folder}/given`, (current) => bytes(`${Buffer.from(current ?? [])}+new`));
  await files.update(`${folder}/ungiven`, (current) => bytes(String(current)));
  expect([textOf('given'), textOf('ungiven')]).toEqual(['old+new', 'null']);
});

test('a change that wants nothing touches nothing', async () => {
  make('left', 'old', 0o600);
  const before = lstatSync(`${folder}/left`).ino;
  await files.update(`${folder}/left`, () => null);
  await files.update(`${folder}/nowhere/at/all`, () => null);
  expect([lstatSync(`${folder}/left`).ino, existsSync(`${folder}/nowhere`)]).toEqual([before, false]);
});

test('a link is followed to its target and stays, also where the target is not there yet', async () => {
  mkdirSync(`${folder}/real`);
  make('real/file', 'old', 0o640);
  symlinkSync('real', `${folder}/by-folder`);
  symlinkSync('by-folder/file', `${folder}/link`);
  symlinkSync('by-folder/made', `${folder}/dangling`);
  await put('link', 'new');
  await put('dangling', 'made');
  expect([textOf('real/file'), modeOf('real/file'), textOf('real/made')]).toEqual(['new', 0o640, 'made']);
  expect(readlinkSync(`${folder}/link`)).toBe('by-folder/file');
  expect(readdirSync(`${folder}/real`).sort()).toEqual(['file', 'made']);
});

test('a failing change leaves the file, and no lock', async () => {
  make('kept', 'old', 0o600);
  const failing = files.update(`${folder}/kept`, (current) => {
    throw new RangeError(String(current?.length));
  });
  await expect(failing).rejects.toThrow(RangeError);
  expect(readdirSync(folder).filter((name) => name.startsWith('kept'))).toEqual(['kept']);
  await put('kept', 'new');
  expect(textOf('kept')).toBe('new');
});

test('a change that fails under the lock leaves the file, and no lock', async () => {
  make('kept-too', 'old', 0o600);
  let calls = 0;
  const failing = files.update(`${folder}/kept-too`, () => {
    calls += 1;
    if (calls === 2) throw new RangeError('second');
    make('kept-too', 'faster', 0o600);
    return bytes('new');
  });
  await expect(failing).rejects.toThrow('second');
  expect(readdirSync(folder).filter((name) => name.startsWith('kept-too'))).toEqual(['kept-too']);
  expect(textOf('kept-too')).toBe('faster');
});

test('a folder, a FIFO and a path through a file are not written', async () => {
  mkdirSync(`${folder}/sub`);
  execFileSync('mkfifo', [`${folder}/fifo`]);
  make('plain', 'old', 0o600);
  expect(await fault(put('sub', 'x'))).toEqual(['EISDIR', 'cannot read HERE/sub: it is a folder']);
  expect(await fault(put('fifo', 'x'))).toEqual([
    'special',
    'cannot read HERE/fifo: it is not a regular file, but a named pipe',
  ]);
  expect(await fault(put('plain/x', 'x'))).toEqual([
    'ENOTDIR',
    'cannot read HERE/plain/x: a part of the path is not a folder',
  ]);
  expect(textOf('plain')).toBe('old');
});

testAsUser('a folder or file that may not be written is a fault, and nothing is lost', async () => {
  mkdirSync(`${folder}/closed`);
  make('closed/file', 'old', 0o600);
  make('read-only', 'old', 0o400);
  chmodSync(`${folder}/closed`, 0o500);
  expect(await fault(put('closed/file', 'x'))).toEqual(['EACCES', 'cannot write HERE/closed/file: permission denied']);
  expect(await fault(put('closed/new', 'x'))).toEqual(['EACCES', 'cannot write HERE/closed/new: permission denied']);
  expect(await fault(put('read-only', 'x'))).toEqual(['EACCES', 'cannot write HERE/read-only: permission denied']);
  chmodSync(`${folder}/closed`, 0o700);
  expect([textOf('closed/file'), textOf('read-only')]).toEqual(['old', 'old']);
});

testAsRoot('what root writes still belongs to its owner', async () => {
  make('owned', 'old', 0o640);
  chownSync(`${folder}/owned`, 65534, 65533);
  await put('owned', 'new');
  const { uid, gid } = statSync(`${folder}/owned`);
  expect([textOf('owned'), modeOf('owned'), uid, gid]).toEqual(['new', 0o640, 65534, 65533]);
});

test('a disk that takes only part of the content leaves the old one, and nothing beside it', () => {
  mkdirSync(`${folder}/full`);
  make('full/file', 'old', 0o600);
  const program = fileURLToPath(new URL('./write-much.js', import.meta.url));
  const script = 'ulimit -f 1; exec "$0" "$1" "$2"';
  const { stdout } = spawnSync('sh', ['-c', script, process.execPath, program, `${folder}/full/file`]);
  expect(stdout.toString()).toBe('EFBIG cannot write HERE: the file would become too large\n');
  expect([textOf('full/file'), readdirSync(`${folder}/full`)]).toEqual(['old', ['file']]);
});

test('what stands in the way of a write is told before, and nothing is made', async () => {
  mkdirSync(`${folder}/way`);
  make('way/file', 'old', 0o600);
  const refusal = async (name: string) => (await files.refusesUpdate(`${folder}/${name}`))?.problem ?? null;
  expect(await refusal('way/file')).toBeNull();
  expect(await refusal('way/new/deep')).toBeNull();
  expect(await refusal('way')).toBe('it is a folder');
  expect(await refusal('way/file/x')).toBe('a part of the path is not a folder');
  expect(readdirSync(`${folder}/way`)).toEqual(['file']);
});

test('one file has one identity, however it is named, also before it is there', async () => {
  mkdirSync(`${folder}/a`);
  make('a/file', '', 0o600);
  symlinkSync('a', `${folder}/b`);
  symlinkSync('a/file', `${folder}/c`);
  linkSync(`${folder}/a/file`, `${folder}/d`);
  const identities = (names: readonly string[]) =>
    Promise.all(names.map((name) => files.identity(`${folder}/${name}`)));
  const same = await identities(['a/file', './a/file', 'a/../a/file', 'b/file', 'c', 'd']);
  const missing = await identities(['a/new', 'b/new', 'a/./new']);
  expect([new Set(same).size, new Set(missing).size, new Set([...same, ...missing]).size]).toEqual([1, 1, 2]);
});

testAsRoot('where the group cannot be kept, its members get no more as others than they had', () => {
  make('excluded', 'x', 0o604);
  chownSync(`${folder}/excluded`, 1234, 4321);
  // As a user who may not give the file away: without the rights of root over owners.
  const script = `
    import { keepProtection } from '#runtime/files/protection.js';
    import { openSync, statSync } from 'node:fs';
    process.setgroups([]); process.setgid(99); process.setuid(99);
    const descriptor = openSync(process.argv[2], 'wx', 0o600);
    keepProtection(descriptor, process.argv[1], statSync(process.argv[1]), { most: 0o777, mostUnknown: 0o700 });
    console.log((statSync(process.argv[2]).mode & 0o777).toString(8));`;
  chmodSync(folder, 0o777);
  const words = ['--input-type=module', '-e', script, `${folder}/excluded`, `${folder}/excluded.by-another`];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['600\n', '']);
});

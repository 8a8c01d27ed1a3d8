import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect, test } from '@jest/globals';
import { FileFault } from '#runtime/files/files.js';
import { nodeFiles } from '#runtime/files/node-files.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const root = `${folder}/root`;
const outside = `${folder}/outside`;
mkdirSync(root);
mkdirSync(outside);
writeFileSync(`${outside}/file`, 'canary-outside');
const beneath = (at = root) => nodeFiles().beneath(at);
const problem = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if (error instanceof FileFault) return error.problem;
    throw error;
  }
  return 'no problem';
};
const bytes = Buffer.from([0, 0xff, 0x0a]);

test('bytes go in and come out, in private files and folders, and nothing else is left', async () => {
  const files = await beneath();
  await files.replace(['p', 'q', 'KEY'], bytes);
  expect(Buffer.from((await files.read(['p', 'q', 'KEY'])) ?? [])).toEqual(bytes);
  const modes = ['p/q/KEY', 'p/q', 'p'].map((name) => statSync(`${root}/${name}`).mode & 0o777);
  expect([modes, readdirSync(`${root}/p/q`)]).toEqual([[0o600, 0o700, 0o700], ['KEY']]);
});

test('a file is created where none lies, private and whole; one that lies there stays', async () => {
  const files = await beneath();
  expect([await files.create(['c', 'KEY'], bytes), await files.create(['c', 'KEY'], Buffer.alloc(3))]).toEqual([
    true,
    false,
  ]);
  expect([readFileSync(`${root}/c/KEY`), statSync(`${root}/c/KEY`).mode & 0o777]).toEqual([bytes, 0o600]);
  expect(readdirSync(`${root}/c`)).toEqual(['KEY']);
});

test('a replaced file becomes private; existing folders stay as they are', async () => {
  mkdirSync(`${root}/open`, { mode: 0o755 });
  writeFileSync(`${root}/open/KEY`, 'old');
  chmodSync(`${root}/open/KEY`, 0o644);
  await (await beneath()).replace(['open', 'KEY'], bytes);
  const modes = ['open/KEY', 'open'].map((name) => statSync(`${root}/${name}`).mode & 0o777);
  expect([modes, readFileSync(`${root}/open/KEY`)]).toEqual([[0o600, 0o755], bytes]);
});

test('what is missing on the way is a miss, and removing it is no work', async () => {
  const files = await beneath();
  const nowhere = await beneath(`${folder}/nowhere`);
  expect([await files.read(['x', 'y', 'z']), await nowhere.read(['x']), await nowhere.remove(['x'])]).toEqual([
    null,
    null,
    false,
  ]);
  expect(existsSync(`${folder}/nowhere`)).toBe(false);
});

test('all files are listed, in order, and no link is followed', async () => {
  const at = `${folder}/listed`;
  mkdirSync(`${at}/b/c`, { recursive: true });
  for (const name of ['z', 'a', 'b/c/x', '.hidden']) writeFileSync(`${at}/${name}`, '');
  symlinkSync(outside, `${at}/link`);
  symlinkSync(`${outside}/file`, `${at}/b/link`);
  expect(await (await beneath(at)).list()).toEqual([['.hidden'], ['a'], ['b', 'c', 'x'], ['z']]);
  expect(await (await beneath(`${folder}/nowhere`)).list()).toEqual([]);
});

test('removing takes the file and leaves the folders', async () => {
  const files = await beneath();
  await files.replace(['gone', 'KEY'], bytes);
  expect([await files.remove(['gone', 'KEY']), await files.remove(['gone', 'KEY'])]).toEqual([true, false]);
  expect(readdirSync(`${root}/gone`)).toEqual([]);
});

test.each([
  ['the file itself', ['link-to-file'], 'link-to-file', `${outside}/file`],
  ['a folder', ['link-to-folder', 'file'], 'link-to-folder', outside],
  ['a folder further in', ['deep', 'link', 'file'], 'deep/link', outside],
])('a link is refused for reading, writing and removing: %s', async (_, segments, link, target) => {
  mkdirSync(`${root}/deep`, { recursive: true });
  symlinkSync(target, `${root}/${link}`);
  const files = await beneath();
  const said = 'the path contains a symbolic link';
  const works = [files.read(segments), files.replace(segments, bytes), files.remove(segments)];
  expect(await Promise.all(works.map(problem))).toEqual([said, said, said]);
  expect((await files.refusesReplace(segments))?.problem).toBe(said);
  expect(readFileSync(`${outside}/file`, 'utf8')).toBe('canary-outside');
});

test('the root may be a link', async () => {
  symlinkSync('root', `${folder}/linked`);
  await (await beneath(`${folder}/linked`)).replace(['via'], bytes);
  expect(readFileSync(`${root}/via`)).toEqual(bytes);
});

test.each([[['..', 'outside', 'file']], [['a', '..', 'b']], [['.']], [['']], [['a/b']], [['a\\b']], [['a\0b']]])(
  'names that lead elsewhere are refused: %j',
  async (segments) => {
    const files = await beneath();
    expect(await problem(files.read(segments))).not.toBe('no problem');
    expect(await problem(files.replace(segments, bytes))).not.toBe('no problem');
    expect(await problem(files.remove(segments))).not.toBe('no problem');
  },
);

test('a folder and a path through a file are no entries, and a FIFO can only be read', async () => {
  mkdirSync(`${root}/folder`);
  execFileSync('mkfifo', [`${root}/fifo`]);
  writeFileSync(`${root}/plain`, 'old');
  const files = await beneath();
  const both = async (segments: readonly string[]) => [
    await problem(files.read(segments)),
    await problem(files.replace(segments, bytes)),
  ];
  expect(await both(['folder'])).toEqual(['it is a folder', 'it is a folder']);
  const pipe = 'it is not a regular file, but a named pipe';
  expect(await problem(files.replace(['fifo'], bytes))).toBe(pipe);
  expect(await problem(files.remove(['fifo']))).toBe(pipe);
  const through = 'a part of the path is not a folder';
  expect(await both(['plain', 'x'])).toEqual([through, through]);
  expect(await problem((await beneath(`${root}/plain`)).read(['x']))).toBe(through);
});

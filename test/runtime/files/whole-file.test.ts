/** Files that only spare work: put in place whole, and what killed writers left is taken away. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readWhole, writeWhole } from '#runtime/files/whole-file.js';
import { temporaryFolder } from './temporary-folder.js';

const root = temporaryFolder();
const write = (path: string, text: string) => writeWhole(join(root, path), 0o600, () => Buffer.from(text));
const read = (path: string, isTrusted = true) => readWhole(join(root, path), () => isTrusted)?.toString() ?? null;

test('a file is replaced whole', () => {
  write('replaced', 'longer text');
  write('replaced', 'short');
  expect(read('replaced')).toBe('short');
});
test('what is not trusted is not read', () => {
  write('doubtful', 'text');
  expect(read('doubtful', false)).toBeNull();
});

test('a killed writer: the next one removes what it left', () => {
  mkdirSync(join(root, 'killed'));
  const module = import.meta.resolve('#runtime/files/whole-file.js');
  const script = `import { writeWhole } from ${JSON.stringify(module)};
    writeWhole(${JSON.stringify(join(root, 'killed/file'))}, 0o600, () => process.kill(process.pid, 'SIGKILL'));
    await new Promise((never) => setInterval(never, 1e9));`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
  expect([signal, readdirSync(join(root, 'killed'))]).toEqual([
    'SIGKILL',
    [expect.stringMatching(/^\.\d+\.\d+\.tmp$/u)],
  ]);
  write('killed/other', 'text');
  expect(readdirSync(join(root, 'killed'))).toEqual(['other']);
});

test.each([
  ['of a process that lives', process.ppid, 0, true],
  ['of a process that lives, from yesterday', process.ppid, 86_400, false],
  ['of our own number', process.pid, 0, false],
])('%s', (name, pid, ageSeconds, stays) => {
  mkdirSync(join(root, name));
  const temporary = join(root, name, `.${pid}.1.tmp`);
  const then = Date.now() / 1000 - ageSeconds;
  writeFileSync(temporary, 'half');
  utimesSync(temporary, then, then);
  write(join(name, 'file'), 'text');
  expect(existsSync(temporary)).toBe(stays);
});
test('files of other names stay', () => {
  mkdirSync(join(root, 'others'));
  for (const name of ['.1.tmp', '1.2.tmp', '.x.2.tmp', '.999999999.1.tmp.old'])
    writeFileSync(join(root, 'others', name), '');
  write('others/file', 'text');
  expect(readdirSync(join(root, 'others'))).toHaveLength(5);
});

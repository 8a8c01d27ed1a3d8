/** Standard input that arrives slowly, at a descriptor that does not wait for it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { readInput } from '#runtime/cli/read-input.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const PROGRAM = fileURLToPath(new URL('./print-input.js', import.meta.url));
const folder = temporaryFolder();

/** The program with the descriptor as its standard input, as it is: given directly, Node would make it blocking. */
const startWith = (descriptor: number) =>
  spawn('sh', ['-c', 'exec "$@" <&3', 'sh', process.execPath, PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe', descriptor],
  });
const ready = (child: ChildProcess) => new Promise((resolve) => child.stderr?.once('data', resolve));
const printed = async (child: ChildProcess) => {
  const pieces: Buffer[] = [];
  child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
  await new Promise((resolve) => child.once('close', resolve));
  return Buffer.concat(pieces).toString();
};

test('pieces that come late are all kept, in order', async () => {
  const path = `${folder}/slow`;
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  writeSync(writer, 'first ');
  const child = startWith(reader);
  closeSync(reader);
  const output = printed(child);
  await ready(child);
  writeSync(writer, 'second');
  closeSync(writer);
  expect(await output).toBe('first second');
});

test('a closed input holds nothing', async () => {
  const child = spawn('sh', ['-c', 'exec "$@" <&-', 'sh', process.execPath, PROGRAM]);
  expect(await printed(child)).toBe('');
  expect(child.exitCode).toBe(0);
});

test('an input that never ends is not read into memory', () => {
  const endless = openSync('/dev/zero', 'r');
  expect(() => readInput(endless, 1)).toThrow('it is larger than 1 MiB');
  closeSync(endless);
});

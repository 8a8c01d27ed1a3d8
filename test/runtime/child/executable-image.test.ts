/** Which files `execve` will surely take. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { interpreterOf, isSurelyExecutable } from '#runtime/child/executable-image.js';

const root = mkdtempSync(join(tmpdir(), 'executable-image-'));
afterAll(() => rmSync(root, { recursive: true }));
const judged = (content: string | Uint8Array) => {
  const path = join(root, 'candidate');
  writeFileSync(path, content);
  chmodSync(path, 0o755);
  return isSurelyExecutable(path);
};
const line = (text: string) => interpreterOf(Buffer.from(text));
const changed = (at: number, byte: number) => {
  const program = Buffer.from(readFileSync('/bin/sh'));
  program[at] = byte;
  return program;
};

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('a program of this machine', () => expect(judged(readFileSync('/bin/sh'))).toBe(true));
onLinux('a program of another machine', () => expect(judged(changed(18, 8))).toBe(false));
onLinux('a program of another word size', () => expect(judged(changed(4, 1))).toBe(false));
onLinux('an object file', () => expect(judged(changed(16, 1))).toBe(false));
onLinux('a program whose loader is not here', () => {
  const program = Buffer.from(readFileSync('/bin/sh'));
  const loader = program.indexOf('/lib');
  expect(judged(Buffer.concat([program.subarray(0, loader), Buffer.from('/nil'), program.subarray(loader + 4)]))).toBe(
    false,
  );
});
onLinux('a program that is cut off', () => expect(judged(readFileSync('/bin/sh').subarray(0, 80))).toBe(false));
onLinux('a script', () => expect(judged('#!/bin/sh\nexit 0\n')).toBe(true));
onLinux('a script with an option', () => expect(judged('#! /bin/sh -e\nexit 0\n')).toBe(true));
test('a script whose interpreter is not here', () => expect(judged('#!/no/such/sh\n')).toBe(false));
test('a script without a first line', () => expect(judged('echo hello\n')).toBe(false));
test('an empty file', () => expect(judged('')).toBe(false));
test('no file', () => expect(isSurelyExecutable(join(root, 'nowhere'))).toBe(false));

test('the interpreter ends at a blank', () => expect(line('#!/bin/sh -e\n')).toBe('/bin/sh'));
test('blanks before it do not count', () => expect(line('#! \t/bin/sh\n')).toBe('/bin/sh'));
test('an empty line names none', () => expect(line('#!\n')).toBeNull());
test('a line that does not end is not sure', () => expect(line(`#!/${'x'.repeat(300)}\n`)).toBeNull());

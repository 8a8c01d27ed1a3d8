/** Finding a command as `execvp` does. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { resolveCommand } from '#runtime/programs/resolve-command.js';

const root = mkdtempSync(join(tmpdir(), 'resolve-command-'));
afterAll(() => rmSync(root, { recursive: true }));
const place = (path: string, mode: number) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), '#!/bin/sh\n');
  chmodSync(join(root, path), mode);
};
place('first/shared', 0o755);
place('second/shared', 0o755);
place('first/locked', 0o644);
place('second/locked', 0o755);
place('first/only-locked', 0o644);
mkdirSync(join(root, 'first/folder'));
const PATH = `${root}/missing:${root}/first:${root}/second`;

test('the first folder of PATH wins', () =>
  expect(resolveCommand('shared', PATH)).toEqual({ kind: 'found', path: `${root}/first/shared` }));
test('what cannot be executed is passed by', () =>
  expect(resolveCommand('locked', PATH)).toEqual({ kind: 'found', path: `${root}/second/locked` }));
test('and told of when there is nothing better', () =>
  expect(resolveCommand('only-locked', PATH)).toEqual({ kind: 'not executable', reason: 'permission denied' }));
test('a folder is none', () =>
  expect(resolveCommand('folder', PATH)).toEqual({ kind: 'not executable', reason: 'it is a folder' }));
test('nobody has it', () => expect(resolveCommand('nowhere', PATH)).toEqual({ kind: 'not found' }));
test('an empty name is never found', () => expect(resolveCommand('', PATH)).toEqual({ kind: 'not found' }));
test('a slash means: no PATH', () => {
  expect(resolveCommand(`${root}/second/shared`, '')).toEqual({ kind: 'found', path: `${root}/second/shared` });
  expect(resolveCommand('./shared', PATH)).toEqual({ kind: 'not found' });
});
test('below a file there is nothing', () =>
  expect(resolveCommand(`${root}/first/shared/x`, '')).toEqual({ kind: 'not found' }));
test('no PATH: where the system keeps its own', () => expect(resolveCommand('sh', undefined).kind).toBe('found'));
test('an empty entry is the working folder', () =>
  expect(resolveCommand('package.json', '')).toEqual({ kind: 'not executable', reason: 'permission denied' }));

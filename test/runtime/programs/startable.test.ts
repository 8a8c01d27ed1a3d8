import { expect, test } from '@jest/globals';
import { startable } from '#runtime/programs/startable.js';

test('on POSIX a program is started as it is, in a process group of its own', () => {
  const { path, words, options } = startable('/bin/x.cmd', ['a b'], 'linux') ?? {};
  expect([path, words, options?.detached]).toEqual(['/bin/x.cmd', ['a b'], true]);
});

test('on Windows it has no console that is seen, and stays in the job of this process', () => {
  expect(startable('C:\\x.exe', ['a b'], 'win32')).toEqual({
    path: 'C:\\x.exe',
    words: ['a b'],
    options: { detached: false, windowsHide: true, windowsVerbatimArguments: false },
  });
});

test('a batch file is started by the system, which gets one line as it is', () => {
  const { path, words, options } = startable('C:\\100%\\x.CMD', ['a&b'], 'win32') ?? {};
  expect(path?.replaceAll('/', '\\')).toBe('C:\\Windows\\System32\\cmd.exe');
  expect(words?.at(-1)).toBe('""C:\\100%%cd:~,%\\x.CMD" "a&b""');
  expect(options?.windowsVerbatimArguments).toBe(true);
});

test('a batch file is not given a line end', () => {
  expect(startable('C:\\x.bat', ['a\r\nb'], 'win32')).toBeNull();
});

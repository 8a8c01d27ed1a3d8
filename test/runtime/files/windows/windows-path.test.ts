import { expect, test } from '@jest/globals';
import { windowsPathProblem } from '#runtime/files/windows-path.js';

test.each([
  ...[
    'C:\\shop\\.env',
    'C:/shop/.env',
    'c:/',
    '\\\\server\\share\\.env',
    '//server/share/.env',
    '\\\\?\\C:\\shop\\.env',
  ],
  ...[
    '\\\\?\\UNC\\server\\share\\.env',
    'C:\\shop\\..\\.env',
    'C:\\console.env',
    'C:\\nul1',
    'C:\\über\\ß',
    `C:\\${'a\\'.repeat(300)}b`,
  ],
])('%s is a path of a file', (path) => {
  expect(windowsPathProblem(path, 'win32')).toBeNull();
});

test.each([
  ['C:\\shop\\con', '`con`: Windows reserves this name'],
  ['C:\\shop\\NUL.env', '`NUL.env`: Windows reserves this name'],
  ['C:\\AUX\\.env', '`AUX`: Windows reserves this name'],
  ['C:\\com¹', '`com¹`: Windows reserves this name'],
  ['C:\\CONOUT$', '`CONOUT$`: Windows reserves this name'],
  ['C:\\nul .txt', '`nul .txt`: Windows reserves this name'],
  ['C:\\shop\\.env.', '`.env.`: Windows does not allow this name'],
  ['C:\\shop \\.env', '`shop `: Windows does not allow this name'],
  ['C:\\shop\\.env:hidden', '`.env:hidden`: Windows does not allow this name'],
  ['C:\\shop/C:.env', '`C:.env`: Windows does not allow this name'],
  ['C:\\what?', '`what?`: Windows does not allow this name'],
  ['\\\\.\\COM1', '`\\\\.\\COM1` is a device, and no file'],
  ['\\shop\\.env', '`\\shop\\.env` is on the current drive, which may be any: write the drive, as in `C:/x`'],
  ['/etc/passwd', '`/etc/passwd` is on the current drive, which may be any: write the drive, as in `C:/x`'],
])('%s is refused, with the name', (path, problem) => {
  expect(windowsPathProblem(path, 'win32')).toBe(problem);
  expect(windowsPathProblem(path, 'linux')).toBeNull();
});

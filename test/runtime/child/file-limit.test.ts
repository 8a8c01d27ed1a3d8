/** How many files a child may have open. */
import { expect, test } from '@jest/globals';
import { fileLimitIn, limitToRestore } from '#runtime/child/file-limit.js';

const limit = (soft: string, hard = '4096') => ({ soft, hard });

test('read from the system’s table', () =>
  expect(
    fileLimitIn(
      'Max processes  1  2  processes\nMax open files            1024                 4096                 files     \n',
    ),
  ).toEqual(limit('1024')));
test('nothing to read', () => expect(fileLimitIn('')).toBeNull());
test('the runtime has raised it', () => expect(limitToRestore(limit('4096'), limit('1024'))).toEqual(limit('1024')));
test('the runtime has raised it without end', () =>
  expect(limitToRestore(limit('unlimited', 'unlimited'), limit('256', 'unlimited'))).toEqual(
    limit('256', 'unlimited'),
  ));
test('it is as it was', () => expect(limitToRestore(limit('1024'), limit('1024'))).toBeNull());
test('a parent that may have more says nothing', () =>
  expect(limitToRestore(limit('4096'), limit('unlimited'))).toBeNull());
test('a parent with another hard limit says nothing', () =>
  expect(limitToRestore(limit('512', '512'), limit('256'))).toBeNull());
test('a parent that cannot be seen', () => expect(limitToRestore(limit('4096'), null)).toBeNull());

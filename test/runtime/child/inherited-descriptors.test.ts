/** Telling descriptors that were passed on from those that the runtime opened. */
import { expect, test } from '@jest/globals';
import { type OpenDescriptor, strangersAmong } from '#runtime/child/inherited-descriptors.js';

const POLL = 'anon_inode:[eventpoll]';
/** What Node opens, in the order it does, in the numbers that are free. */
const own = (...free: readonly number[]): readonly OpenDescriptor[] =>
  [POLL, 'pipe:[1]', 'pipe:[1]', 'pipe:[2]', 'pipe:[2]', 'anon_inode:[eventfd]'].map((target, index) => [
    free[index] ?? 100 + index,
    target,
  ]);

test('nobody passed anything on', () => expect(strangersAmong(own(3, 4, 5, 6, 7, 8))).toEqual([]));
test('a file', () => expect(strangersAmong([[3, '/etc/hosts'], ...own(4, 5, 6, 7, 8, 9)])).toEqual([3]));
test('a file in a gap', () => expect(strangersAmong([...own(3, 4, 5, 7, 8, 9), [6, '/etc/hosts']])).toEqual([6]));
test('one end of a pipe', () => expect(strangersAmong([...own(3, 4, 5, 6, 7, 8), [63, 'pipe:[9]']])).toEqual([63]));
test('both ends of a jobserver', () =>
  expect(strangersAmong([[3, 'pipe:[9]'], [4, 'pipe:[9]'], ...own(5, 6, 7, 8, 9, 10)])).toEqual([3, 4]));
test('a socket of systemd', () => expect(strangersAmong([[3, 'socket:[9]'], ...own(4, 5, 6, 7, 8, 9)])).toEqual([3]));

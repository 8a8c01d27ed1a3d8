/** Which signals are ignored, and which have a handler. */
import { expect, test } from '@jest/globals';
import { handledIn, ignoredIn, isIn } from '#runtime/child/forward-signals.js';

const ignored = (mask: string) => {
  const set = ignoredIn(`SigBlk:\t0000000000000000\nSigIgn:\t${mask}\nSigCgt:\t1\n`);
  return Array.from({ length: 32 }, (_, index) => index + 1).filter((signal) => isIn(set, signal));
};
test('no signal is ignored', () => expect(ignored('0000000000000000')).toEqual([]));
test('HUP and PIPE are', () => expect(ignored('0000000000001001')).toEqual([1, 13]));
test('the highest that has a bit, and real-time signals, which have none', () =>
  expect(ignored('ffffffff80000000')).toEqual([32]));
test('a system that does not tell', () => expect(isIn(ignoredIn(''), 1)).toBe(false));

test('INT has a handler, and HUP is ignored', () => {
  const set = handledIn('SigIgn:\t0000000000000001\nSigCgt:\t0000000000010002\n');
  expect([1, 2, 3, 17].map((signal) => isIn(set, signal))).toEqual([false, true, false, true]);
});

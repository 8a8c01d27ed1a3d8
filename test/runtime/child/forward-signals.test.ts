/** Who is in the foreground of a terminal, and which signals are ignored. */
import { expect, test } from '@jest/globals';
import { isForeground } from '#runtime/child/foreground.js';
import { handledIn, ignoredIn, isIn } from '#runtime/child/forward-signals.js';

const stat = (name: string, group: number, foreground: number) =>
  `4711 (${name}) S 4000 ${group} 4000 34816 ${foreground} 4194304 100 0 0 0\n`;

test('its group is the one of the terminal', () => expect(isForeground(stat('node', 4711, 4711))).toBe(true));
test('another group has the terminal', () => expect(isForeground(stat('node', 4711, 4800))).toBe(false));
test('no terminal', () => expect(isForeground(stat('node', 4711, -1))).toBe(false));
test('a name with blanks and brackets', () => expect(isForeground(stat('a) S 1 (b c', 4711, 4711))).toBe(true));
test('nothing to read', () => expect(isForeground('')).toBe(false));

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

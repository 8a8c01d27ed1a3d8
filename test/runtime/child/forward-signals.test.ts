/** Who is in the foreground of a terminal. */
import { expect, test } from '@jest/globals';
import { isForeground } from '#runtime/child/forward-signals.js';

const stat = (name: string, group: number, foreground: number) =>
  `4711 (${name}) S 4000 ${group} 4000 34816 ${foreground} 4194304 100 0 0 0\n`;

test('its group is the one of the terminal', () => expect(isForeground(stat('node', 4711, 4711))).toBe(true));
test('another group has the terminal', () => expect(isForeground(stat('node', 4711, 4800))).toBe(false));
test('no terminal', () => expect(isForeground(stat('node', 4711, -1))).toBe(false));
test('a name with blanks and brackets', () => expect(isForeground(stat('a) S 1 (b c', 4711, 4711))).toBe(true));
test('nothing to read', () => expect(isForeground('')).toBe(false));

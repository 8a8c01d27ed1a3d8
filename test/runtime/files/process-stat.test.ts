/** What is read of `/proc/PID/stat`. */
import { expect, test } from '@jest/globals';
import { statIn, statOf } from '#runtime/files/process-stat.js';

const lineOf = (name: string) =>
  `4711 (${name}) S 4000 4712 4001 34816 4800 4194304 100 0 0 0 1 2 0 0 20 0 1 0 987654 5000000 300\n`;
const READ = { state: 'S', group: '4712', terminal: '34816', foregroundGroup: '4800', start: '987654' };

test.each(['node', 'a) S 1 (b c', '', 'naïve'])('a process named %j', (name) =>
  expect(statIn(lineOf(name))).toEqual(READ),
);
test.each(['', '4711 (node)', '4711 (node) S 4000 4712 4001 34816 4800\n'])('cut off: %j', (text) =>
  expect(statIn(text)).toBeNull(),
);
test('this process', () => expect(statOf('self')).toMatchObject({ state: 'R' }));
test('none', () => expect(statOf(2 ** 30)).toBeNull());

/** The line of progress on a terminal: rewritten in place, fitted, harmless, and gone before anything else. */
import { expect, test } from '@jest/globals';
import { progressLine } from '#runtime/cli/progress-line.js';
import { progressText } from '#runtime/cli/views/progress-text.js';

function drawn(columns = 40) {
  const written: string[] = [];
  let now = 0;
  const screen = { columns: () => columns, write: (text: string) => written.push(text), now: () => now };
  const line = progressLine({}, screen);
  return { line, written, wait: (milliseconds: number) => (now += milliseconds) };
}
const step = (done: number) => ({ done, of: 3, what: 'reading dotenv' });

test('one line, rewritten, then removed', () => {
  const { line, written, wait } = drawn();
  line.show(step(0));
  wait(100);
  line.show(step(1));
  line.clear();
  expect(written).toEqual(['\r[0/3] reading dotenv\x1b[K', '\r[1/3] reading dotenv\x1b[K', '\r\x1b[K']);
});

test('a line that is not shown is not removed', () => {
  const { line, written } = drawn();
  line.clear();
  line.show(step(0));
  line.clear();
  line.clear();
  expect(written).toHaveLength(2);
});

test('steps that follow too fast are left out', () => {
  const { line, written, wait } = drawn();
  for (let done = 0; done < 1_000; done++) {
    line.show(step(done));
    wait(1);
  }
  expect(written).toHaveLength(20);
});

test('the last of them is drawn all the same', async () => {
  const { line, written } = drawn();
  for (const done of [0, 1, 2]) line.show(step(done));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(written).toEqual(['\r[0/3] reading dotenv\x1b[K', '\r[2/3] reading dotenv\x1b[K']);
});

test('a screen that shows nothing gets nothing', () => {
  const line = progressLine({ TERM: 'dumb' });
  line.show(step(0));
  expect(line.isShown).toBe(false);
});

test('the text fits, in columns, and has no control characters', () => {
  const what = 'reading \x1b]0;x\x07日本語日本語';
  expect(progressText({ done: 1, of: 2, what }, 80)).toBe('[1/2] reading \\x1b]0;x\\x07日本語日本語');
  expect(progressText({ done: 1, of: 2, what }, 30)).toBe('[1/2] reading \\x1b]0;x\\x07日…');
  expect(progressText({ done: 1, of: 2, what }, 5)).toBe('[1/2…');
  expect(progressText({ done: 1, of: 2, what }, 0)).toBe('');
});

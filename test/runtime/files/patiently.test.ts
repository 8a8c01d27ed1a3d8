import { expect, test } from '@jest/globals';
import { patiently } from '#runtime/files/patiently.js';

function failing(times: number, code: string): { work: () => string; tries: () => number } {
  let tries = 0;
  return {
    tries: () => tries,
    work: () => {
      tries += 1;
      if (tries <= times) throw Object.assign(new Error('held'), { code });
      return 'done';
    },
  };
}

test.each(['EBUSY', 'EPERM', 'EACCES'])('on Windows, %s is tried again until the file is free', (code) => {
  const { work, tries } = failing(3, code);
  expect([patiently(work, 'win32'), tries()]).toEqual(['done', 4]);
});

test('another failure is reported at once, and so is each elsewhere', () => {
  const full = failing(1, 'ENOSPC');
  expect(() => patiently(full.work, 'win32')).toThrow('held');
  const held = failing(1, 'EPERM');
  expect(() => patiently(held.work, 'linux')).toThrow('held');
  expect([full.tries(), held.tries()]).toEqual([1, 1]);
});

test('what stays held is reported in the end', () => {
  const { work, tries } = failing(1_000, 'EBUSY');
  expect(() => patiently(work, 'win32')).toThrow('held');
  expect(tries()).toBeGreaterThan(5);
  expect(tries()).toBeLessThan(100);
});

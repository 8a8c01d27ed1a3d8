import { expect, test } from '@jest/globals';
import { uninterrupted } from '#runtime/files/uninterrupted.js';

const interruption = Object.assign(new Error('EINTR: interrupted system call, read'), { code: 'EINTR' });
const failing = (times: number, error: Error) => {
  let calls = 0;
  return () => {
    calls++;
    if (calls <= times) throw error;
    return calls;
  };
};

test('what is interrupted is done again', () => expect(uninterrupted(failing(3, interruption))).toBe(4));
test('what is always interrupted is given up', () =>
  expect(() => uninterrupted(failing(1_000, interruption))).toThrow('EINTR'));
test('every other failure is one', () => expect(() => uninterrupted(failing(1, new Error('EIO')))).toThrow('EIO'));

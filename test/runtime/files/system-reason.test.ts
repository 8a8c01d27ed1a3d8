import { constants } from 'node:os';
import { expect, test } from '@jest/globals';
import { codeOf, reasonOf } from '#runtime/files/system-reason.js';

const unknown = (number: number) => codeOf({ code: 'UNKNOWN', errno: -number });

test('codes are those of the system', () => {
  expect(codeOf(Object.assign(new Error(), { code: 'ENOSPC' }))).toBe('ENOSPC');
  expect(codeOf(new Error('ENOSPC'))).toBeNull();
  expect(codeOf({ code: 'ERR_INVALID_ARG_TYPE' })).toBeNull();
  expect(codeOf(null)).toBeNull();
});

test('what Node has no name for has one all the same', () => {
  expect(unknown(constants.errno.EDQUOT)).toBe('EDQUOT');
  expect(reasonOf(unknown(constants.errno.EDQUOT))).toBe('disk quota exceeded');
  expect(reasonOf(unknown(9_999))).toBe('system error E9999');
});

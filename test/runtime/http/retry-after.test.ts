import { expect, test } from '@jest/globals';
import { retryAfterMs } from '#runtime/http/retry-after.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');

test.each([
  ['', null],
  ['2', 2000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:00:03 GMT', 3000],
  ['Wed, 31 Dec 2025 23:59:59 GMT', 0],
  ['soon', null],
  ['-1', null],
  ['1.5', null],
  ['2026', 2_026_000],
])('%s is %s milliseconds', (header, expected) => expect(retryAfterMs({ 'retry-after': header }, NOW)).toBe(expected));

test('without the header nothing is waited for', () => expect(retryAfterMs({}, NOW)).toBeNull());

test('a date is compared with the clock of the server, not with ours', () => {
  const headers = { 'retry-after': 'Fri, 02 Jan 2026 12:00:04 GMT', date: 'Fri, 02 Jan 2026 12:00:01 GMT' };
  expect(retryAfterMs(headers, NOW)).toBe(3000);
});

test('milliseconds in a header of their own are more exact', () => {
  expect(retryAfterMs({ 'retry-after': '1', 'retry-after-ms': '10' }, NOW)).toBe(10);
});

import { expect, test } from '@jest/globals';
import { retryAfterMs } from '#runtime/http/retry-after.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');

test.each([
  [null, null],
  ['', null],
  ['2', 2000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:00:03 GMT', 3000],
  ['Wed, 31 Dec 2025 23:59:59 GMT', 0],
  ['soon', null],
  ['-1', null],
  ['1.5', null],
  ['2026', 2_026_000],
])('%s is %s milliseconds', (header, expected) => expect(retryAfterMs(header, NOW)).toBe(expected));

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseDuration } from '#compiler/text/duration.js';

test.each([
  ['30s', 30],
  ['30m', 1_800],
  ['8h', 28_800],
  ['1d', 86_400],
  ['2w', 1_209_600],
  ['1d12h', 129_600],
  ['30m1h', 5_400],
  ['1h1h', 7_200],
  [' 5m\n', 300],
  ['0h1s', 1],
  ['007s', 7],
  ['18446744073709551615s', 2 ** 64],
])('%j is a duration', (text, seconds) => expect(parseDuration(text)).toBe(seconds));

test.each([
  '',
  ' ',
  '0s',
  '0h0m',
  '30',
  's',
  '1 h',
  '1h 30m',
  '1.5h',
  '-1h',
  '+1h',
  '1H',
  '1y',
  '1ms',
  '1h30',
  'x1h',
  '٣s',
  '18446744073709551616s',
  '18446744073709551615s1s',
  `${'9'.repeat(100_000)}w`,
  '0'.repeat(100_000),
])('%j is not', (text) => expect(parseDuration(text)).toBeNull());

test('terms add up', () => {
  const seconds = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
  const term = fc.tuple(
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.constantFrom(...(['s', 'm', 'h', 'd', 'w'] as const)),
  );
  fc.assert(
    fc.property(fc.array(term, { minLength: 1 }), (terms) => {
      const text = terms.map(([number, unit]) => `${number}${unit}`).join('');
      expect(parseDuration(text)).toBe(terms.reduce((sum, [number, unit]) => sum + number * seconds[unit], 0));
    }),
  );
});

/** The judge of drawn values, judged itself. */
import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { deviation } from './uniformity.js';

const DRAWS = 200_000;

function counted(symbols: number, drawn: Iterable<number>): readonly number[] {
  const counts = Array.from({ length: symbols }, () => 0);
  for (const symbol of drawn) counts[symbol] = (counts[symbol] ?? 0) + 1;
  return counts;
}

describe('what is drawn', () => {
  test('uniformly is close to uniform', () => {
    const drawn = Array.from({ length: DRAWS }, () => randomInt(62));
    expect(Math.abs(deviation(counted(62, drawn)))).toBeLessThan(6);
  });
  test('as the remainder of a byte is not', () => {
    const drawn = [...randomBytes(DRAWS)].map((byte) => byte % 62);
    expect(deviation(counted(62, drawn))).toBeGreaterThan(20);
  });
  test('as the remainder of 32 bits, with a symbol too few, is not', () => {
    const drawn = Array.from({ length: DRAWS }, () => randomInt(61));
    expect(deviation(counted(62, drawn))).toBeGreaterThan(20);
  });
  test('in turn is too equal', () => {
    const drawn = Array.from({ length: DRAWS }, (_, index) => index % 62);
    expect(deviation(counted(62, drawn))).toBeLessThan(-6);
  });
});

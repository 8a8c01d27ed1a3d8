/** What the kernel takes at a start. */
import { expect, test } from '@jest/globals';
import { fitsKernelLimits } from '#runtime/child/start-limits.js';

const many = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`NAME_${index}`, 'x'.repeat(length)]));

test('a usual environment fits', () => expect(fitsKernelLimits(['true'], many(100, 100))).toBe(true));
test('one string may have 128 KiB less one byte', () => {
  expect(fitsKernelLimits([], { A: 'x'.repeat(128 * 1024 - 4) })).toBe(true);
  expect(fitsKernelLimits([], { A: 'x'.repeat(128 * 1024 - 3) })).toBe(false);
  expect(fitsKernelLimits(['x'.repeat(128 * 1024)], {})).toBe(false);
});
test('bytes count, not letters', () => expect(fitsKernelLimits([], { A: 'ä'.repeat(70_000) })).toBe(false));
test('all together stay below 1 MiB', () => expect(fitsKernelLimits([], many(20, 60_000))).toBe(false));
test('many small ones count their pointers', () => expect(fitsKernelLimits([], many(60_000, 1))).toBe(false));

import { expect, test } from '@jest/globals';
import { chained, listed } from '#schemas/diagnostics/list-names.js';

const names = (count: number) => Array.from({ length: count }, (_, index) => `S${index}`);

test('a chain is shown whole', () => expect(chained(['A', 'B', 'A'])).toBe('A -> B -> A'));
test('of a long one its ends', () => {
  const text = chained(names(50_000));
  expect(text).toMatch(/^S0 -> S1 -> .* -> \(49,984 more\) -> .* -> S49999$/u);
  expect(text.length).toBeLessThan(200);
});
test('a long list is cut', () => {
  const text = listed(names(10_000));
  expect(text).toMatch(/and 9,\d\d\d more$/u);
  expect(text.length).toBeLessThan(3_000);
});

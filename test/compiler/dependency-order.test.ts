import { expect, test } from '@jest/globals';
import { cyclesOf } from '#compiler/dependency-order.js';

const cyclesIn = (inputs: Readonly<Record<string, readonly string[]>>) =>
  cyclesOf(Object.keys(inputs), (name) => inputs[name] ?? []).map((cycle) => cycle.join(' '));

test('a chain has none', () => expect(cyclesIn({ A: ['B', 'C'], B: ['C'], C: [] })).toEqual([]));
test('a name may need itself', () => expect(cyclesIn({ A: ['A'] })).toEqual(['A']));
test('the first name comes first', () => expect(cyclesIn({ A: ['B'], B: ['C'], C: ['B'] })).toEqual(['B C']));
test('two knots are two cycles', () =>
  expect(cyclesIn({ A: ['B'], B: ['A'], C: ['D'], D: ['C'] })).toEqual(['A B', 'C D']));

test('where all need all, only so many are told', () => {
  const names = Array.from({ length: 500 }, (_, index) => `S${index}`);
  const cycles = cyclesOf(names, () => names);
  const told = cycles.reduce((sum, cycle) => sum + cycle.length, 0);
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(101_000);
});

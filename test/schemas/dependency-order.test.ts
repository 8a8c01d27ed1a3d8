import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import { link } from '#runtime/link/link.js';
import { dependencyOrder } from '#schemas/dependency-order.js';
import { inputsOf, meaningIn } from '#schemas/meaning.js';
import { NO_USER_CONFIG } from '#schemas/user-config.js';
import { sampledPlans } from '../helpers/generated-manifest.js';
import { tried } from '../helpers/thoroughness.js';

type Inputs = Readonly<Record<string, readonly string[]>>;
const orderOf = (inputs: Inputs) => dependencyOrder(Object.keys(inputs), (name) => inputs[name] ?? []);
const cyclesIn = (inputs: Inputs) => orderOf(inputs).cycles.map((cycle) => cycle.join(' '));

test('a chain has no cycle', () => expect(cyclesIn({ A: ['B', 'C'], B: ['C'], C: [] })).toEqual([]));
test('a name may need itself', () => expect(cyclesIn({ A: ['A'] })).toEqual(['A']));
test('the first name comes first', () => expect(cyclesIn({ A: ['B'], B: ['C'], C: ['B'] })).toEqual(['B C']));
test('two knots are two cycles', () =>
  expect(cyclesIn({ A: ['B'], B: ['A'], C: ['D'], D: ['C'] })).toEqual(['A B', 'C D']));

test('where all need all, only so many are reported', () => {
  const names = Array.from({ length: 500 }, (_, index) => `S${index}`);
  const { cycles } = dependencyOrder(names, () => names);
  const told = cycles.reduce((sum, cycle) => sum + cycle.length, 0);
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(101_000);
});

const names = ['A', 'B', 'C', 'D', 'E', 'F'];
const graphs: fc.Arbitrary<Inputs> = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.subarray(names, { maxLength: 3 })])),
);

/** Slow and obvious: whether a walk along the inputs comes back. */
const needs = (inputs: Inputs, name: string, wanted: string, left: number = names.length): boolean =>
  left > 0 && (inputs[name] ?? []).some((input) => input === wanted || needs(inputs, input, wanted, left - 1));

test('every name comes once, after its inputs unless they need it', () => {
  fc.assert(
    fc.property(graphs, (inputs) => {
      const { order } = orderOf(inputs);
      expect([...order].sort()).toEqual(names);
      for (const [at, name] of order.entries())
        for (const input of inputs[name] ?? [])
          expect(order.indexOf(input) < at || needs(inputs, input, name) || input === name).toBe(true);
    }),
  );
});

test('a cycle is reported exactly where a name needs itself, and is one', () => {
  fc.assert(
    fc.property(graphs, (inputs) => {
      const { cycles } = orderOf(inputs);
      expect(cycles.length > 0).toBe(names.some((name) => needs(inputs, name, name)));
      for (const cycle of cycles)
        for (const [at, name] of cycle.entries()) expect(inputs[name]).toContain(cycle[(at + 1) % cycle.length]);
    }),
  );
});

test('a long chain needs no stack', () => {
  const chain = Array.from({ length: 50_000 }, (_, index) => `S${index}`);
  const { order } = dependencyOrder(chain, (name) => {
    const next = Number(name.slice(1)) + 1;
    return next < chain.length ? [`S${next}`] : [];
  });
  expect(order).toEqual(chain.toReversed());
});

test('a plan is outlined and linked in one order', async () => {
  let count = 0;
  for (const plan of await sampledPlans(tried(400), 31)) {
    for (const profile of Object.keys(plan.profiles)) {
      const choice = { profile, scope: null, override: 'env', only: null };
      const linked = link(plan, choice, NO_USER_CONFIG);
      if (linked.kind !== 'linked') continue;
      const finished = linked.plan.finish.map(({ secret }) => secret);
      const outlined = outlinePlan(plan, { profile, scope: null }).orders.shown.flatMap(({ steps }) => steps);
      const steps = outlined.map(({ secret }) => secret);
      // An identity without roles is checked by itself: no order is shown for it.
      const isMade = (secret: string) => {
        const meaning = meaningIn(plan, profile, secret);
        return meaning !== null && (meaning.source.kind !== 'stored' || inputsOf(meaning).length > 0);
      };
      expect(steps).toEqual(finished.filter(isMade));
      count += steps.length;
    }
  }
  expect(count).toBeGreaterThan(50);
});

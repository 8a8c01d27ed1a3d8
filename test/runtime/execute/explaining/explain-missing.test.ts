/** What is said about missing secrets: the work grows with the secrets, not with findings times secrets. Counted, not timed. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Plan } from '#schemas/plan.js';
import { type CountedWork, countWork } from '../../../helpers/counted-work.js';
import { fakeStore } from '../../../helpers/fake-store.js';
import { composed, planOf, stored } from '../../../helpers/plan.js';

let counted: CountedWork;
beforeAll(async () => {
  counted = await countWork();
});
afterAll(() => counted.stop());

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const plans: Readonly<Record<string, (count: number) => Plan>> = {
  'groups of two': (count) =>
    planOf({
      secrets: Object.fromEntries(
        numbers(count).map((n) => [`S${n}`, stored({ presence: { atLeastOne: [`g${n >> 1}`], exactlyOne: [] } })]),
      ),
    }),
  'a chain of composed secrets that each lack one more': (count) =>
    planOf({
      secrets: {
        C0: stored(),
        ...Object.fromEntries(numbers(count).map((n) => [`K${n}`, stored()])),
        ...Object.fromEntries(numbers(count).map((n) => [`C${n + 1}`, composed(`{C${n}}{K${n}}`)])),
      },
    }),
};

test.each(Object.entries(plans))('%s', async (_, planOfSize) => {
  const small = await workOf(planOfSize(200));
  const large = await workOf(planOfSize(400));
  expect(small).toBeGreaterThan(1_000);
  expect(large / small).toBeLessThan(2.5);
});

async function workOf(plan: Plan): Promise<number> {
  const { DEFAULT_URI, executed } = await import('../../../helpers/execute-plan.js');
  const { unsatisfied } = await import('#runtime/execute/explaining/unsatisfied.js');
  const { result, linked, storesOf } = await executed(plan, { [DEFAULT_URI]: fakeStore() });
  if (result.kind !== 'resolved') throw new Error(JSON.stringify(result.diagnostics));
  const { resolution } = result;
  const files = /\/dist\/(runtime\/execute|schemas)\//u;
  return counted.of(files, () => unsatisfied(linked, resolution, { stores: storesOf(linked), environment: new Map() }));
}

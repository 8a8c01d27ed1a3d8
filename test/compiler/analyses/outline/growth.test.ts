/**
 * `tool plan` for people: its text grows with what the manifest says, not with scopes, profiles or stores times secrets.
 * So does the work, but for a look at each store of each secret. Counted, not timed.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Plan } from '#schemas/plan.js';
import { type CountedWork, countWork } from '../../../helpers/counted-work.js';
import { composed, planOf, routeOf, stored } from '../../../helpers/plan.js';

let counted: CountedWork;
beforeAll(async () => {
  counted = await countWork();
});
afterAll(() => counted.stop());

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const each = <T>(count: number, prefix: string, value: (n: number) => T) =>
  Object.fromEntries(numbers(count).map((n) => [`${prefix}${n}`, value(n)]));
const optional = { presence: 'optional' } as const;

/** Where the work grows with secrets times stores, for the list of stores that may be contacted. */
const LOOKED_AT = new Set(['a chain for each profile', 'one long chain']);

const plans: Readonly<Record<string, (count: number) => Plan>> = {
  'a scope for each secret': (count) =>
    planOf({ secrets: each(count, 'S', () => stored(optional)), scopes: each(count, 'c', (n) => [`S${n}`]) }),
  'a scope for each composed secret': (count) =>
    planOf({
      secrets: { BASE: stored(), ...each(count, 'S', () => composed('{BASE}')) },
      scopes: each(count, 'c', (n) => [`S${n}`]),
    }),
  'a chain for each profile': (count) =>
    planOf({
      profiles: each(count, 'p', (n) => routeOf(`dotenv:${n}.env`)),
      secrets: each(count, 'S', () => stored(optional)),
    }),
  'one long chain': (count) =>
    planOf({
      profiles: { default: routeOf(...numbers(count).map((n) => `dotenv:${n}.env`)) },
      secrets: each(count, 'S', () => stored(optional)),
    }),
};

describe.each(Object.entries(plans))('%s', (name, planOfSize) => {
  test('twice as much of it is about twice the text and the work', async () => {
    const small = await shown(planOfSize(200));
    const large = await shown(planOfSize(400));
    expect(small.work).toBeGreaterThan(1_000);
    if (!LOOKED_AT.has(name)) expect(large.work / small.work).toBeLessThan(2.5);
    expect(large.length / small.length).toBeLessThan(2.5);
  });
});

async function shown(plan: Plan): Promise<{ readonly work: number; readonly length: number }> {
  const { outlinePlan } = await import('#compiler/analyses/outline/outline-plan.js');
  const { painter } = await import('#runtime/cli/views/paint.js');
  const { planGlance } = await import('#runtime/cli/views/plan-glance.js');
  const { planText } = await import('#runtime/cli/views/plan-text.js');
  let length = 0;
  const work = await counted.of(/\/dist\/(compiler|schemas|runtime)\//u, async () => {
    const outline = outlinePlan(plan, { profile: null, scope: null });
    length = planText(outline, '').length + planGlance(outline, '', { width: 100, paint: painter(false) }).length;
  });
  return { work, length };
}

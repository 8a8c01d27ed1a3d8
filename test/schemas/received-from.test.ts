/** What a scope receives: the names it lists, and all they are made of, found by one walker for everybody who asks. */
import { expect, test } from '@jest/globals';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import { inputsOf, meaningIn, receivedFrom } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { sampledPlans } from '../helpers/generated-manifest.js';
import { tried } from '../helpers/thoroughness.js';

const plans = sampledPlans(tried(400), 17);

async function everyScope(judge: (plan: Plan, profile: string, scope: string) => void): Promise<number> {
  let count = 0;
  for (const plan of await plans) {
    for (const profile of Object.keys(plan.profiles))
      for (const scope of Object.keys(plan.scopes)) {
        judge(plan, profile, scope);
        count++;
      }
  }
  return count;
}

test('the smallest set that holds the declared names and the inputs of all it holds', async () => {
  const count = await everyScope((plan, profile, scope) => {
    const listed = (own(plan.scopes, scope) ?? []).filter((name) => meaningIn(plan, profile, name) !== null);
    const received = receivedFrom(plan, profile, own(plan.scopes, scope) ?? []);
    const needed = [...received.values()].flatMap(inputsOf);
    expect([...listed, ...needed].filter((name) => !received.has(name))).toEqual([]);
    // Nothing but what is listed or an input of something that is received.
    const wanted = new Set([...listed, ...needed]);
    expect([...received.keys()].filter((name) => !wanted.has(name))).toEqual([]);
    for (const [name, meaning] of received) expect(meaning).toBe(meaningIn(plan, profile, name));
  });
  expect(count).toBeGreaterThan(100);
});

test('an outline shows the same secrets', async () => {
  await everyScope((plan, profile, scope) => {
    const received = [...receivedFrom(plan, profile, own(plan.scopes, scope) ?? []).keys()].sort();
    const [outlined] = outlinePlan(plan, { profile, scope }).scopes;
    expect([...(outlined?.shows.shown ?? []), ...(outlined?.uses.shown ?? [])].sort()).toEqual(received);
  });
});

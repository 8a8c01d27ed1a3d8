/** What is imagined of one profile serves those that are alike. Counted, not timed. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PlanQuestion } from '#schemas/plan-question.js';
import { type CountedWork, countWork } from '../../../helpers/counted-work.js';
import { planOf, routeOf, stored } from '../../../helpers/plan.js';

let counted: CountedWork;
beforeAll(async () => {
  counted = await countWork();
});
afterAll(() => counted.stop());

const named = <T>(count: number, prefix: string, value: (n: number) => T) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, value(n)]));

function questionOf(profiles: number): PlanQuestion {
  const routes = [routeOf('dotenv:.env', 'dotenv:.other'), routeOf('dotenv:.env')] as const;
  const plan = planOf({
    profiles: named(profiles, 'p', (n) => routes[n % 2 === 0 ? 0 : 1]),
    secrets: named(100, 'S', () => stored()),
  });
  return { plan, hash: 'sha256:0', profiles: Object.keys(plan.profiles), scope: null, caches: 'cold' };
}

test('outages are imagined once for profiles that are alike', async () => {
  const { planPicture } = await import('#compiler/analyses/graph/plan-picture.js');
  const workOf = (profiles: number, named: string) => {
    const question = questionOf(profiles);
    return counted.of(/\/analyses\/simulate\//u, async () => planPicture(question), named);
  };
  expect(await workOf(2, 'simulate')).toBe(5);
  expect(await workOf(20, 'simulate')).toBe(5);
  expect(await workOf(20, 'modelOf')).toBe(2);
});

test('a simulation builds the model of its profile once', async () => {
  const { planSimulation } = await import('#compiler/analyses/simulate/plan-simulation.js');
  const imagined = { profile: 'p0', mode: 'run', down: [], missing: [] } as const;
  const question = questionOf(1);
  const work = await counted.of(/\/analyses\/simulate\//u, async () => planSimulation(question, imagined), 'modelOf');
  expect(work).toBe(1);
});

/** The picture of a plan: within the limits of Mermaid, and the page answers as the simulation does. */
import { expect, test } from '@jest/globals';
import { planGraph } from '#compiler/analyses/graph/plan-graph.js';
import { planPicture } from '#compiler/analyses/graph/plan-picture.js';
import { planSimulation } from '#compiler/analyses/simulate/plan-simulation.js';
import { graphMermaid, MOST_CHARACTERS, MOST_EDGES } from '#runtime/cli/views/graph/mermaid.js';
import { pageData } from '#runtime/cli/views/graph/page/page-data.js';
import type { Plan, PlanSecret } from '#schemas/plan.js';
import type { PlanQuestion } from '#schemas/plan-question.js';
import { SIMULATED_OUTCOMES } from '#schemas/plan-simulation.js';
import { sampledPlans } from '../../../helpers/generated-manifest.js';
import { composed, planOf, routeOf, stored } from '../../../helpers/plan.js';
import { tried } from '../../../helpers/thoroughness.js';

const questionOf = (plan: Plan): PlanQuestion => ({
  plan,
  hash: `sha256:${'0'.repeat(64)}`,
  profiles: Object.keys(plan.profiles).sort(),
  scope: null,
  caches: 'cold',
});

/** Each secret is made of the one before, and has stores and scopes of its own: nothing is alike. */
function tangled(count: number): Plan {
  const secrets: Record<string, PlanSecret> = {};
  const scopes: Record<string, readonly string[]> = {};
  for (let index = 0; index < count; index += 1) {
    secrets[`S${index}`] = index % 2 === 0 ? stored({ route: [`dotenv:.env${index}`] }) : composed(`{S${index - 1}}`);
    scopes[`scope${index}`] = [`S${index}`];
  }
  return planOf({ secrets, scopes });
}

test.each([1, 40, 700, 3000])('Mermaid keeps to its limits with %d secrets that are not alike', (count) => {
  const text = graphMermaid(planGraph(questionOf(tangled(count))));
  expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS);
  expect(text.match(/ [-=.]+> ?/gu)?.length ?? 0).toBeLessThanOrEqual(MOST_EDGES);
  expect(/one node/u.test(text)).toBe(count > 500);
});

/** Profiles that are alike but for their names, where a name makes two stores or two entries one. */
const alikeButForNames: readonly Plan[] = [
  planOf({
    profiles: {
      a: routeOf('dotenv:.env.{profile}', 'dotenv:.env.b'),
      b: routeOf('dotenv:.env.{profile}', 'dotenv:.env.b'),
    },
    secrets: { A: stored(), B: composed('{A}') },
  }),
  planOf({
    profiles: { a: routeOf('null:'), b: routeOf('null:') },
    secrets: { A: stored({ whenMissing: { kind: 'prompt' } }), B: stored({ ref: { item: 'shop/b/A' } }) },
  }),
];

test('the page says of each store down what the simulation says', async () => {
  let answers = 0;
  for (const plan of [...alikeButForNames, ...(await sampledPlans(tried(300), 29_006))]) {
    const question = questionOf(plan);
    const data = pageData(planPicture(question));
    for (const [position, outages] of data.outages.entries()) {
      const profile = question.profiles[position] ?? '';
      for (const [at, [store = -1]] of outages.cases.entries()) {
        const name = data.stores[store]?.[0];
        if (name === 'default store of the user') continue;
        const down = name === undefined ? [] : [name];
        const simulated = planSimulation(question, { profile, mode: 'run', down, missing: [] });
        if ('kind' in simulated) throw new Error(`${simulated.kind} ${simulated.name}`);
        const shown = data.secrets.flatMap(([secret], index) => {
          const fate = outages.fates[outages.of[index] ?? -1];
          return fate === undefined ? [] : [[secret, SIMULATED_OUTCOMES[outcomeIn(fate, at)]]];
        });
        expect(shown).toEqual(simulated.secrets.map((secret) => [secret.name, secret.outcome]));
        answers += 1;
      }
    }
  }
  expect(answers).toBeGreaterThan(50);
});

/** As the script of the page reads it. */
function outcomeIn(fate: readonly number[], at: number): number {
  for (let index = 2; index < fate.length; index += 3) if (fate[index] === at) return fate[index + 1] ?? -1;
  return fate[0] ?? -1;
}

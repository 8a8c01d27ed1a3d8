/** Plans over every kind of address that the stores of AWS have, and their policies. */
import fc from 'fast-check';
import { planPolicy } from '../../../dist/compiler/analyses/policy/plan-policy.js';
import { leaf, planOf, stored } from '../../../dist/test/helpers/plan.js';
import { ACCOUNT } from './simulator.mjs';

const region = fc.constantFrom('eu-central-1', '', 'cn-north-1', 'us-gov-west-1');
const prefix = fc.constantFrom('', 'team', 'a/b', 'a.b', 'a@b', 'a+b=c');
const key = fc.constantFrom(
  ...['', '', 'alias/mine', '11111111-2222-4333-8444-555555555555'],
  `arn:aws:kms:eu-central-1:${ACCOUNT}:key/11111111-2222-4333-8444-555555555555`,
  `arn:aws:kms:eu-central-1:${ACCOUNT}:alias/mine`,
);
const more = fc.constantFrom('', '&tag.team=platform', '&tier=advanced', '&tier=standard');
const store = fc
  .record({ scheme: fc.constantFrom('awssm', 'awsps'), region, prefix, key, more })
  .map(({ scheme, region, prefix, key, more }) => {
    const options = (scheme === 'awsps' ? !more.includes('tag') : !more.includes('tier')) ? more : '';
    return leaf(`${scheme}://${region}?prefix=${prefix}${key && `&kms_key_id=${key}`}${options}`);
  });
const item = fc.constantFrom(
  ...['app', 'app/db', '/app/db', 'a_b.c'],
  `arn:aws:secretsmanager:eu-central-1:${ACCOUNT}:secret:app-a1B2c3`,
  `arn:aws:secretsmanager:eu-central-1:${ACCOUNT}:secret:app`,
  `arn:aws:ssm:eu-central-1:${ACCOUNT}:parameter/app`,
);
const ref = fc.option(
  item.map((text) => ({ item: text })),
  { nil: undefined },
);
const whenMissing = fc.constantFrom(
  { kind: 'nothing' },
  { kind: 'generate', type: 'password', options: {} },
  { kind: 'prompt' },
);
const secret = fc
  .record({ route: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }), ref, whenMissing })
  .map(stored);
const plan = fc
  .record({
    stores: fc.record({ a: store, b: store, c: store }),
    secrets: fc.record({ A: secret, B: secret, C: secret }),
  })
  .map(planOf);

export function generatedPlans(count, seed = Date.now() % 1_000_000) {
  console.log(`seed ${seed}`);
  return fc.sample(plan, { numRuns: count, seed });
}

/** Without statements if no store of the plan is covered. */
export function policyOf(plan) {
  const question = { plan, hash: '', profiles: ['default'], scope: null, caches: 'cold' };
  const answer = planPolicy(question, { for: 'aws', profile: 'default', isReadOnly: false, store: null });
  return answer.kind === 'policy' ? answer.policy : { statements: [], policy: null };
}

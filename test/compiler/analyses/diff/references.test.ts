/** When two spellings mean one store, for differences. */
import { expect, test } from '@jest/globals';
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import { specKey } from '#compiler/analyses/diff/references.js';
import { planOf, stored } from '../../../helpers/plan.js';

test.each([
  ['dotenv:.env.{profile}', 'dotenv://./.env.{profile}'],
  ['file:{project}', 'file:./{project}/'],
  ['dotenv:.env.%7Bprofile%7D', 'dotenv:./.env.%7bprofile%7d'],
])('%s and %s are one', (left, right) => expect(specKey(left)).toBe(specKey(right)));

test.each([
  ['dotenv:.env.{profile}', 'dotenv:.env.production'],
  ['dotenv:.env.{profile}', 'dotenv:.env.{project}'],
  ['dotenv:.env.{profile}', 'dotenv:.env.%7Bprofile%7D'],
  ['dotenv:{profile}/%7Bprofile%7D', 'dotenv:%7Bprofile%7D/{profile}'],
])('%s and %s are two', (left, right) => expect(specKey(left)).not.toBe(specKey(right)));

test('another spelling of an option that is not shown is a change', () => {
  const asking = (store: string) => planOf({ secrets: { A: stored({ route: [store] }) } });
  const shown = 'acme://team?token=***';
  expect(diffPlans(asking('acme://team?token=a1'), asking('acme://team?token=a%31'))).toEqual([
    { kind: 'store-respelled', severity: 'notice', secret: 'A', from: shown, to: shown, profiles: 'all' },
  ]);
});

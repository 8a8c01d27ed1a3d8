/** The caches of a profile. */
import { expect, test } from '@jest/globals';
import { linkCaches } from '#runtime/link/link-caches.js';
import type { PlannedStore } from '#schemas/plan.js';
import { urisOf } from '../../helpers/fake-store.js';
import { choice, composed, planOf, stored, storeRef, user } from '../../helpers/plan.js';

const cached: PlannedStore = {
  kind: 'inline cache',
  uri: 'dotenv://src.env',
  credentials: {},
  cache: { store: storeRef('dotenv://cache.env'), maxAgeSeconds: 60 },
};

test('caches are linked without what they cache, and regardless of an override', () => {
  const plan = planOf({
    stores: { c: cached },
    secrets: { A: stored({ route: ['c'] }), B: stored({ route: ['dotenv://b.env'] }), C: composed('{A}') },
  });
  const result = linkCaches(plan, choice({ override: 'env' }), user({}));
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.diagnostics));
  expect(urisOf(result.plan)).toEqual(['dotenv://cache.env']);
  expect(result.plan.reads.map(({ secret, cache }) => [secret, cache?.maxAgeSeconds])).toEqual([['A', 60]]);
});

test.each(['web', 'nowhere'])('a scope does not narrow it: %s', (scope) => {
  const secrets = { A: stored({ route: ['c'] }), B: stored({ route: ['c'] }) };
  const plan = planOf({ stores: { c: cached }, secrets, scopes: { web: ['B'] } });
  const result = linkCaches(plan, choice({ scope }), user({}));
  if (result.kind === 'refused') throw new Error(JSON.stringify(result.diagnostics));
  expect(result.plan.reads.map(({ secret, nameable }) => [secret, nameable])).toEqual([
    ['A', true],
    ['B', true],
  ]);
});
